// A window of either layout: what it answers to media queries, and how it turns into another one. Ends with its test.
import { vi } from 'vitest';

interface Kind {
  /** A desk's. */
  wide: boolean;
  /** Of a system that asks for less motion. */
  still: boolean;
}

/** Stands in for the browser's answers, which are light; returns how the window changes. */
export function windowOf(first: Partial<Kind>): (change: Partial<Kind>) => void {
  let kind: Kind = { wide: false, still: false, ...first };
  const listeners = new Map<(event: { matches: boolean }) => void, string>();
  const answer = (query: string) =>
    query.includes('min-width') ? kind.wide : query.includes('reduced-motion') ? kind.still : false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return answer(query);
        },
        media: query,
        addEventListener: (_: string, changed: () => void) => void listeners.set(changed, query),
        removeEventListener: (_: string, changed: () => void) => void listeners.delete(changed),
      }) as unknown as MediaQueryList,
  );
  return (change) => {
    kind = { ...kind, ...change };
    for (const [changed, query] of [...listeners]) changed({ matches: answer(query) });
  };
}
