// Selection in a folder, by name. Names that are no longer listed drop out; Shift selects a range.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entry } from './api';

/** Most files that can be selected: one call deletes no more (the server's limit). */
export const CHOSEN_MAX = 100;

export interface Chosen {
  entries: readonly Entry[];
  has: (name: string) => boolean;
  only: (name: string) => void;
  toggle: (name: string) => void;
  /** Selects the range from the last touched entry to this one. */
  through: (name: string) => void;
  all: () => void;
  clear: () => void;
  /** Whether the question before deleting is open. */
  asking: boolean;
  ask: (open: boolean) => void;
}

export function useChosen(list: readonly Entry[] | undefined, path: string): Chosen {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const [asking, ask] = useState(false);
  const last = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder begins without a choice.
  useEffect(() => {
    setNames(new Set());
    last.current = null;
  }, [path]);

  const entries = useMemo(() => (list ?? []).filter(({ name }) => names.has(name)), [list, names]);
  const has = useCallback((name: string) => names.has(name), [names]);
  const bounded = (all: Iterable<string>) => new Set([...all].slice(0, CHOSEN_MAX));
  return {
    entries,
    has,
    only: (name) => {
      last.current = name;
      setNames(new Set([name]));
    },
    toggle: (name) => {
      last.current = name;
      setNames((old) => (old.has(name) ? new Set([...old].filter((one) => one !== name)) : bounded([...old, name])));
    },
    through: (name) => {
      const all = (list ?? []).map((entry) => entry.name);
      const [from, to] = [all.indexOf(last.current ?? name), all.indexOf(name)];
      setNames(bounded(all.slice(Math.min(Math.max(from, 0), to), Math.max(from, to) + 1)));
    },
    all: () => setNames(bounded((list ?? []).map((entry) => entry.name))),
    clear: () => setNames(new Set()),
    asking,
    ask,
  };
}
