// What goes wrong inside the page, told to the server's log: a few errors a visit, each once and cut short. Of an error goes its kind, where
// in the scripts it was, and its words only where they speak of the code: others quote what was read or typed.
import { ask, call } from './api';
import type { Body } from './operations';

/** Most that one visit tells: a page that is broken breaks in the same way again and again. */
const MOST = 10;
/** Longest part, in characters; the server takes no longer one. */
const LENGTH = 300;
const FRAMES = 5;
const SPEAKING = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError']);

const told = new Set<string>();

/** Addresses lose what stands behind `?` and `#`; what may be a number of somebody's or a token is left out. */
const plain = (words: string): string =>
  words.replace(/(:\/\/[^\s?#]*)[?#]\S*/g, '$1').replace(/[\w=-]{32,}|\d{5,}/g, '…');

/** Files, lines and columns of the scripts: nothing else of the stack. */
const placesIn = (stack: string): string =>
  [...stack.matchAll(/[\w.-]+\.(?:[cm]?[jt]sx?|wasm)(?::\d+)+/g)]
    .slice(0, FRAMES)
    .map(([place]) => place)
    .join(' ');

/** Tells an error. A call that failed is none: the server knows it. */
export function noteError(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || told.size >= MOST) return;
  const body: Body<'track_page_error'> = {
    kind: error.name.slice(0, LENGTH) || 'Error',
    words: SPEAKING.has(error.name) ? plain(error.message).slice(0, LENGTH) : '',
    at: placesIn(error.stack ?? '').slice(0, LENGTH),
    path: window.location.pathname,
  };
  const key = JSON.stringify(body);
  if (told.has(key)) return;
  told.add(key);
  // Whatever becomes of it: there is nobody to tell.
  void call(ask('track_page_error', body, { quiet: true, anonymous: true })).catch(() => {});
}

/** For `createRoot`. What no boundary catches React hands to the window, as any script's error. */
export function onCaughtError(error: unknown): void {
  noteError(error);
  // biome-ignore lint/suspicious/noConsole: as React does by itself, but for calls that failed.
  if (error instanceof Error) console.error(error);
}

window.addEventListener('error', ({ error }) => noteError(error));
window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
