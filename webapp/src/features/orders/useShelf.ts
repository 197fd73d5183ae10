// Shelf as the pages of buying need it: up to date while they are seen, each kind in its place, and the server's clock with it.
import { useMemo, useRef } from 'react';
import type { CallFault } from '@/core/http';
import { useNow } from '@/ui/time/useNow';
import { type Configuration, useListConfigurationsQuery } from './api';

const POLL_MS = 15_000;
const CLOCK_MS = 30_000;

/**
 * The kinds in the order in which a page first showed them: whoever is about to press one must not meet another in its place.
 * New ones come last; of one that is no longer sold there is nothing to be had.
 */
export function inPlace(shown: readonly Configuration[], list: readonly Configuration[]): Configuration[] {
  const stay = shown.map(
    (old) =>
      list.find(({ configurationId }) => configurationId === old.configurationId) ?? {
        ...old,
        onSale: false,
        stock: 0,
        reserved: 0,
        free: [],
        packages: [],
      },
  );
  const known = new Set(shown.map(({ configurationId }) => configurationId));
  return [...stay, ...list.filter(({ configurationId }) => !known.has(configurationId))];
}

export function useShelf() {
  const { data, error, isFetching, refetch } = useListConfigurationsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const shown = useRef<readonly Configuration[]>([]);
  const shelf = useMemo(() => {
    if (!data) return undefined;
    const list = inPlace(shown.current, data.list);
    shown.current = list;
    return { ...data, list };
  }, [data]);
  const now = useNow(CLOCK_MS) + (data?.skewMs ?? 0);
  return {
    shelf,
    /** The server's clock, Unix ms. */
    now,
    fault: data ? undefined : (error as CallFault | undefined),
    fetching: isFetching,
    refetch,
  };
}
