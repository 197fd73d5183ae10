// Selection in a list: kept across pages and views, bounded, with ranges by Shift.
import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection<Row> {
  /** In the order in which they were selected. */
  rows: readonly Row[];
  has: (id: number) => boolean;
  /** Selects or deselects one; with a page everything between it and the last one touched, in the page's order. Stable between renders. */
  toggle: (row: Row, page?: readonly Row[]) => void;
  /** Selects or deselects all of these. */
  setAll: (rows: readonly Row[], selected: boolean) => void;
  /** Selects these and nothing else. */
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
  /** The selection has reached `max`. */
  full: boolean;
}

/** `idOf` must be the same at every render; `max`: most that may be selected at once, further ones are not taken. */
export function useSelection<Row>(idOf: (row: Row) => number, max: number): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const last = useRef<number | null>(null);

  const changed = useCallback(
    (old: ReadonlyMap<number, Row>, rows: readonly Row[], selected: boolean) => {
      const next = new Map(old);
      for (const row of rows) {
        const id = idOf(row);
        if (!selected) next.delete(id);
        else if (next.has(id) || next.size < max) next.set(id, row);
      }
      return next;
    },
    [idOf, max],
  );

  const setAll = useCallback(
    (rows: readonly Row[], selected: boolean) => setChosen((old) => changed(old, rows, selected)),
    [changed],
  );

  const toggle = useCallback(
    (row: Row, page: readonly Row[] = []) => {
      const id = idOf(row);
      const ids = page.map(idOf);
      const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
      const between = from >= 0 && to >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      last.current = id;
      setChosen((old) => changed(old, between, !old.has(id)));
    },
    [changed, idOf],
  );

  const replace = useCallback((rows: readonly Row[]) => setChosen(changed(new Map(), rows, true)), [changed]);
  const clear = useCallback(() => setChosen(new Map()), []);

  return useMemo(
    () => ({
      rows: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle,
      setAll,
      replace,
      clear,
      full: chosen.size >= max,
    }),
    [chosen, toggle, setAll, replace, clear, max],
  );
}
