// What is sold, as the pages of buying need it: up to date while they are seen, and the server's clock with it.
import type { CallFault } from '@/core/http';
import { useNow } from '@/ui/useNow';
import { useListConfigurationsQuery } from './api';

const POLL_MS = 15_000;
const CLOCK_MS = 30_000;

export function useShelf() {
  const { data, error, isFetching, refetch } = useListConfigurationsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const now = useNow(CLOCK_MS) + (data?.skewMs ?? 0);
  return {
    shelf: data,
    /** The server's clock, Unix ms. */
    now,
    fault: data ? undefined : (error as CallFault | undefined),
    fetching: isFetching,
    refetch,
  };
}
