// Functions for the bench's driver: each way of playing opens a phone on a fresh canvas and keeps the events.
import { type DeckHandle, openDeck, openPlay, type PlayEvent, type PlayHandle } from '../src/core/stream';
import type { PlainEvent } from './plain.worker';
import type { SoftwareTimes } from './soft.worker';

interface Opened {
  canvas: HTMLCanvasElement;
  events: (PlayEvent | PlainEvent)[];
  close(): void;
}

const tokens = { getAccessToken: () => 'bench', refreshAccessToken: async () => 'fresh' };

function freshCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  return canvas;
}

/** The console's worker. */
function wasm(phoneId = 1, canvas = freshCanvas()): Opened & { handle: PlayHandle } {
  const events: PlayEvent[] = [];
  const handle = openPlay(canvas, {
    phoneId,
    lang: 'en-US',
    mode: 'control',
    ...tokens,
    onEvent: (event) => events.push(event),
  });
  return { canvas, events, handle, close: () => handle.close() };
}

/** The plain loop. */
function plain(phoneId = 1, canvas = freshCanvas()): Opened {
  const events: PlainEvent[] = [];
  const worker = new Worker(new URL('./plain.worker.ts', import.meta.url), { type: 'module', name: 'plain' });
  worker.onmessage = ({ data }: MessageEvent<PlainEvent>) => events.push(data);
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage({ phoneId, canvas: offscreen, token: tokens.getAccessToken() }, [offscreen]);
  return { canvas, events, close: () => worker.terminate() };
}

/** The software decoder by itself, on access units of these lengths, several times over. */
function software(lengths: number[], times: number): Promise<SoftwareTimes> {
  const worker = new Worker(new URL('./soft.worker.ts', import.meta.url), { type: 'module', name: 'soft' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SoftwareTimes>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ lengths, times });
  });
}

const deck = (): DeckHandle => openDeck({ ...tokens, lang: 'en-US' });

declare global {
  interface Window {
    bench: {
      wasm: typeof wasm;
      plain: typeof plain;
      software: typeof software;
      deck: typeof deck;
      freshCanvas: typeof freshCanvas;
    };
  }
}
window.bench = { wasm, plain, software, deck, freshCanvas };
