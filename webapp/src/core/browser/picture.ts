// Asks a worker of the kind that decodes pictures.
import type { PictureFacts } from './facts';

/** Longer than a worker gives its own parts. */
const PATIENCE_MS = 30_000;

/** A canvas of the page, given away as a phone's is; null where the browser is too old for that (`canDraw` in core/stream/start.ts). */
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

/** Null when no worker came up. */
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
