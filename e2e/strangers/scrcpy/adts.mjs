// Packets of AAC as a file that players read (ISO/IEC 14496-3, 1.A.2.2.1: ADTS).
import assert from 'node:assert/strict';

const HEADER_BYTES = 7;

/** `head` is the AudioSpecificConfig of two bytes, `packets` are what came after it. */
export function adts(head, packets) {
  assert.equal(head.length, 2);
  const bits = head.readUInt16BE();
  const [type, rate, channels] = [bits >> 11, (bits >> 7) & 15, (bits >> 3) & 15];
  return Buffer.concat(
    packets.flatMap((packet) => {
      const length = HEADER_BYTES + packet.length;
      const header = [
        0xff,
        0xf1,
        ((type - 1) << 6) | (rate << 2) | (channels >> 2),
        ((channels & 3) << 6) | (length >> 11),
        (length >> 3) & 0xff,
        ((length & 7) << 5) | 0x1f,
        0xfc,
      ];
      return [Buffer.from(header), packet];
    }),
  );
}
