// Reads frame number and time out of the corner of a simulated phone's picture (`setprop owl.corner HZ`; docs/handset.md says how it is painted).

const COLUMNS = 24;
const ROWS = 4;
const BLOCK = 16;
/** The short side of the phone's screen in its own pixels. */
const SCREEN_SHORT_SIDE = 720;

/** CRC-16/IBM-3740. */
export function crc16(bytes) {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/**
 * Number and time of a picture, null where no corner is painted or it cannot be read.
 * `data` is RGBA as of `ImageData`; the picture may be scaled, but not cropped at its top left.
 */
export function readCorner({ data, width, height }) {
  const scale = Math.min(width, height) / SCREEN_SHORT_SIDE;
  const bytes = new Uint8Array((COLUMNS * ROWS) / 8);
  for (let place = 0; place < COLUMNS * ROWS; place++) {
    const x = Math.floor(((place % COLUMNS) + 0.5) * BLOCK * scale);
    const y = Math.floor((Math.floor(place / COLUMNS) + 0.5) * BLOCK * scale);
    const at = (y * width + x) * 4;
    const bright = data[at] + data[at + 1] + data[at + 2] > 384;
    if (bright) bytes[place >> 3] |= 0x80 >> (place & 7);
  }
  const view = new DataView(bytes.buffer);
  if (view.getUint16(10) !== crc16(bytes.subarray(0, 10))) return null;
  return { number: view.getUint32(0), drawnUs: view.getUint16(4) * 2 ** 32 + view.getUint32(6) };
}
