// Starts a worker like those that decode pictures, and asks it what it can do.
import type { PictureFacts } from './facts';

/** Time limit of the worker's answer, longer than the limits of its parts. */
const PATIENCE_MS = 30_000;

/** A canvas of the page, given away as a phone's is; null where the browser is too old for that (`canDraw` in core/stream/startWorker.ts). */
function givenCanvas(): OffscreenCanvas | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  try {
    return document.createElement('canvas').transferControlToOffscreen();
  } catch {
    return null;
  }
}

function start(): Worker | null {
  try {
    return new Worker(new URL('./pictureWorker.ts', import.meta.url), { type: 'module', name: 'browser-check' });
  } catch {
    return null;
  }
}

/** The worker's findings; null when no worker started. */
export function askPicture(): Promise<PictureFacts | null> {
  const worker = start();
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const done = (facts: PictureFacts | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(facts);
    };
    const timer = setTimeout(() => done(null), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<PictureFacts>) => done(data);
    worker.onerror = () => done(null);
    const canvas = givenCanvas();
    worker.postMessage({ canvas }, canvas ? [canvas] : []);
  });
}
