// Packets of opus as an Ogg file, for programs that want a container (RFC 3533, RFC 7845).

const SERIAL = 1;
/** Samples of a packet of 20 ms. */
const PACKET_SAMPLES = 960n;

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
});

function page(packet, number, granule, first) {
  const segments = Math.floor(packet.length / 255) + 1;
  const head = Buffer.alloc(27 + segments, 255);
  head.write('OggS');
  head[4] = 0;
  head[5] = first ? 2 : 0;
  head.writeBigUInt64LE(granule, 6);
  head.writeUInt32LE(SERIAL, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt32LE(0, 22);
  head[26] = segments;
  head[26 + segments] = packet.length % 255;
  const whole = Buffer.concat([head, packet]);
  let sum = 0;
  for (const byte of whole) {
    sum = ((sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 0xff]) >>> 0;
  }
  whole.writeUInt32LE(sum, 22);
  return whole;
}

/** A file of a head (`OpusHead`) and packets. */
export function ogg(head, packets) {
  const tags = Buffer.alloc(16);
  tags.write('OpusTags');
  const pages = [page(head, 0, 0n, true), page(tags, 1, 0n, false)];
  packets.forEach((packet, at) => {
    pages.push(page(packet, at + 2, PACKET_SAMPLES * BigInt(at + 1), false));
  });
  return Buffer.concat(pages);
}
