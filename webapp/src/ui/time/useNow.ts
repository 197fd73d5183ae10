// The clock as state: re-renders every so many milliseconds. Everyone who asks for the same pace shares one timer,
// so that the clocks of a page tick together. It is the browser's, set right by what a page knows of the server's.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** How far the server's clock is ahead of the browser's, ms: given by a page that shows the server's times. */
export const ClockSkew = createContext(0);

interface Pace {
  now: number;
  listeners: Set<() => void>;
  timer: number;
}
const paces = new Map<number, Pace>();

function listen(everyMs: number, changed: () => void): () => void {
  let pace = paces.get(everyMs);
  if (!pace) {
    const made: Pace = { now: Date.now(), listeners: new Set(), timer: 0 };
    made.timer = window.setInterval(() => {
      made.now = Date.now();
      for (const listener of made.listeners) listener();
    }, everyMs);
    paces.set(everyMs, made);
    pace = made;
  }
  const own = pace;
  own.listeners.add(changed);
  return () => {
    own.listeners.delete(changed);
    if (own.listeners.size > 0) return;
    window.clearInterval(own.timer);
    paces.delete(everyMs);
  };
}

/** Unix milliseconds by the server's clock, as far as `ClockSkew` knows it; renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  // The subscription stays one function: listening anew with every render would start the clock anew, and so render for ever.
  const subscribe = useCallback((changed: () => void) => listen(everyMs, changed), [everyMs]);
  const here = () => paces.get(everyMs)?.now ?? Math.floor(Date.now() / everyMs) * everyMs;
  return useSyncExternalStore(subscribe, here) + useContext(ClockSkew);
}
