// Reports script errors of the page to the server's log: a few a visit, each once and cut short. A report has the error's type and its place
// in the scripts; its message is sent only where it speaks of the code, because other messages quote what was read or typed.
import { ask, call } from './api';
import type { Body } from './operations';

/** Most reports of one visit: a broken page repeats the same error. */
const MOST = 10;
/** Longest field of a report, in characters; the server refuses a longer one. */
const LENGTH = 300;
const FRAMES = 5;
const SPEAKING = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError']);

const told = new Set<string>();

/** Addresses lose what stands behind `?` and `#`; what may be a number of somebody's or a token is left out. */
const plain = (words: string): string =>
  words.replace(/(:\/\/[^\s?#]*)[?#]\S*/g, '$1').replace(/[\w=-]{32,}|\d{5,}/g, '…');

/** The stack's files, lines and columns, without function names. */
const placesIn = (stack: string): string =>
  [...stack.matchAll(/[\w.-]+\.(?:[cm]?[jt]sx?|wasm)(?::\d+)+/g)]
    .slice(0, FRAMES)
    .map(([place]) => place)
    .join(' ');

/** Reports an error. Failed calls are left out: the server has logged them. */
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
  // A report that fails is dropped: there is nobody to tell.
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
