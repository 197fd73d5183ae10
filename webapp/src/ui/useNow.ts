// The browser's clock as state: re-renders every so many milliseconds. Everyone who asks for the same pace shares one timer,
// so that the clocks of a page tick together.
import { useCallback, useSyncExternalStore } from 'react';

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

/** Unix milliseconds, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  // The same function each time: listening anew with every render would start the clock anew, and so render for ever.
  const subscribe = useCallback((changed: () => void) => listen(everyMs, changed), [everyMs]);
  return useSyncExternalStore(subscribe, () => paces.get(everyMs)?.now ?? Math.floor(Date.now() / everyMs) * everyMs);
}
