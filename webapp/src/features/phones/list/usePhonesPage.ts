// Phones for the list's state: polled while the page is visible, and fetched whenever the server reports a changed phone.

import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { type Phone, useLazyListPhonesQuery, useListPhonesQuery } from '../api';
import { type ListState, listBody } from './listState';

/** Interval of polling the list while its page is visible. */
export const POLL_MS = 4000;
/** Age in seconds up to which a newly mounted page takes a cached answer. */
const FRESH_S = 1;

export function usePhonesPage(state: ListState) {
  const { currentData, data, error, isFetching, refetch } = useListPhonesQuery(listBody(state), {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: FRESH_S,
    refetchOnReconnect: true,
  });
  return {
    rows: currentData?.list,
    total: currentData?.total ?? 0,
    missing: currentData?.notFound ?? [],
    // While another page loads, the counts of the last answer stay; the cards do not.
    summary: (currentData ?? data)?.summary,
    /** Difference by which the server's clock is ahead of the browser's, ms. */
    skewMs: (currentData ?? data)?.skewMs ?? 0,
    /** Whether the rows are those of an earlier answer, because the last request failed. */
    stale: Boolean(currentData && error),
    fault: currentData ? undefined : (error as CallFault | undefined),
    fetching: isFetching,
    refetch,
  };
}

/** Function that fetches all matching phones up to a maximum, page by page; null when the server refused, after a toast. */
export function useFetchUpTo(state: ListState): (max: number) => Promise<Phone[] | null> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [list] = useLazyListPhonesQuery();
  return async (max) => {
    const found: Phone[] = [];
    for (let pageNo = 1; found.length < max; pageNo++) {
      const { data, error } = await list({ ...listBody(state), pageNo, pageSize: CommonLimits.pageSizeMax });
      if (error || !data) {
        toasts.failed(faultWords(error as CallFault, t));
        return null;
      }
      found.push(...data.list);
      if (data.list.length < CommonLimits.pageSizeMax) break;
    }
    return found.slice(0, max);
  };
}
