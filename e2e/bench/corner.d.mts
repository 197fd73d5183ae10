export function crc16(bytes: Uint8Array): number;
export function readCorner(image: {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
}): { number: number; drawnUs: number } | null;
