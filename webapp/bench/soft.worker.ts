// Times the software decoder by itself: a recording, picture by picture, decoded and drawn as fast as it goes.
import recording from '../../e2e/bench/sample.h264?url';
import { load } from '../src/core/stream/soft';

export interface SoftwareTimes {
  decodeMs: number;
  drawMs: number;
  slowestMs: number;
  width: number;
  height: number;
}

interface Scope {
  onmessage: ((event: MessageEvent<{ lengths: number[]; times: number }>) => void) | null;
  postMessage(message: SoftwareTimes): void;
}
const scope = self as unknown as Scope;

scope.onmessage = async ({ data: { lengths, times } }) => {
  const decoder = (await load())();
  const bytes = new Uint8Array(await (await fetch(recording)).arrayBuffer());
  const context = new OffscreenCanvas(720, 1280).getContext('2d');
  if (!context) throw new Error('no canvas');
  let [decodeMs, drawMs, slowestMs, pictures] = [0, 0, 0, 0];
  for (let time = 0; time < times; time += 1) {
    let at = 0;
    for (const length of lengths) {
      const begun = performance.now();
      decoder.decode(bytes.subarray(at, at + length));
      const decoded = performance.now();
      decoder.draw(context);
      const drawn = performance.now();
      at += length;
      if (time === 0) continue;
      decodeMs += decoded - begun;
      drawMs += drawn - decoded;
      slowestMs = Math.max(slowestMs, drawn - begun);
      pictures += 1;
    }
  }
  const { width, height } = decoder;
  scope.postMessage({ decodeMs: decodeMs / pictures, drawMs: drawMs / pictures, slowestMs, width, height });
};
