// A list's question lives in the address bar: what is missing there takes its default, what makes no sense is ignored, and defaults are
// left out, so that the plain list has a plain address.
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { constants } from '@/core/rules';

/** How a question is written into an address and read from it. */
export interface Codec<S> {
  read: (query: URLSearchParams) => S;
  write: (state: S) => URLSearchParams;
  /** Applies a change, with what follows from it: a changed filter begins at its first page. */
  change: (state: S, part: Partial<S>) => S;
}

/** One filter: `null` in the address is its default. */
export interface Filter<T> {
  read: (text: string | null) => T;
  write: (value: T) => string | null;
}

export interface Paging {
  pageNo: number;
  pageSize: number;
}

/** Free text, trimmed when written. */
export const textFilter = (): Filter<string> => ({
  read: (text) => text ?? '',
  write: (value) => value.trim() || null,
});

/** One of a few values; the first that is given is the default. */
export function oneOf<T extends string>(fallback: T, ...others: T[]): Filter<T> {
  return {
    read: (text) => others.find((value) => value === text) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  };
}

/** A whole number of the address, or nothing. */
export function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Page and size as the rules allow them. */
export function readPaging(query: URLSearchParams, defaultSize?: number): Paging {
  const { pageSizes, defaultPageSize, pageMax } = constants();
  const pageNo = whole(query.get('page'));
  const pageSize = whole(query.get('size'));
  return {
    pageNo: pageNo !== undefined && pageNo >= 1 && pageNo <= pageMax ? pageNo : 1,
    pageSize:
      pageSize !== undefined && pageSizes.includes(pageSize) ? pageSize : (defaultSize ?? Number(defaultPageSize)),
  };
}

/** Writes page and size after the filters. */
export function writePaging(query: URLSearchParams, { pageNo, pageSize }: Paging, defaultSize?: number): void {
  if (pageSize !== (defaultSize ?? constants().defaultPageSize)) query.set('size', String(pageSize));
  if (pageNo !== 1) query.set('page', String(pageNo));
}

/** The codec of filters under their names, with paging. `defaultSize`: notices begin with 10. */
export function listCodec<F extends object>(
  filters: { [K in keyof F]: Filter<F[K]> },
  defaultSize?: number,
): Codec<F & Paging> {
  const names = Object.keys(filters) as (keyof F & string)[];
  return {
    read: (query) => ({
      ...(Object.fromEntries(names.map((name) => [name, filters[name].read(query.get(name))])) as unknown as F),
      ...readPaging(query, defaultSize),
    }),
    write: (state) => {
      const query = new URLSearchParams();
      for (const name of names) {
        const text = filters[name].write(state[name]);
        if (text !== null) query.set(name, text);
      }
      writePaging(query, state, defaultSize);
      return query;
    },
    change: (state, part) => ({ ...state, pageNo: 1, ...part }),
  };
}

/** Codec with one part for what is open beside the list: opening it asks the list nothing new, and so leaves its page. */
export const opening = <S>(codec: Codec<S>, part: keyof S): Codec<S> => ({
  ...codec,
  change: (state, changed) =>
    Object.keys(changed).every((key) => key === part) ? { ...state, ...changed } : codec.change(state, changed),
});

/**
 * The question in the address, and how to change a part of it. A page that is kept while another is shown holds on to its own question.
 * `codec` must be the same at every render.
 */
export function useUrlState<S>(codec: Codec<S>): [S, (part: Partial<S>) => void] {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const own = useRef(pathname);
  const kept = useRef<S | null>(null);
  if (kept.current === null || own.current === pathname) kept.current = codec.read(query);
  // The question that was asked last: a change may come before the page shows the one before it, and builds on that.
  const asked = useRef(query);
  useEffect(() => {
    asked.current = query;
  }, [query]);
  const change = useCallback(
    (part: Partial<S>) => {
      asked.current = codec.write(codec.change(codec.read(asked.current), part));
      setQuery(asked.current);
    },
    [setQuery, codec],
  );
  return [kept.current, change];
}

const pagesOnly = listCodec<object>({});

/** The page in the address of a list without filters. */
export const usePaging = () => useUrlState(pagesOnly);
