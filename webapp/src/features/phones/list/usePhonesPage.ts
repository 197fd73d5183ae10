// The phones of the question in the address: asked again while the page is seen, and whenever the server says that a phone changed.

import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { type Phone, useLazyListPhonesQuery, useListPhonesQuery } from '../api';
import { type ListState, listBody } from './listState';

/** How often the list is asked for while its page is seen. */
export const POLL_MS = 4000;
/** An answer that is no older is not asked for again by a page that has just come. */
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
    /** How far the server's clock is ahead of the browser's, ms. */
    skewMs: (currentData ?? data)?.skewMs ?? 0,
    /** The last answer stands, but the server does not answer any more. */
    stale: Boolean(currentData && error),
    fault: currentData ? undefined : (error as CallFault | undefined),
    fetching: isFetching,
    refetch,
  };
}

/** Gets all phones that match, at most so many, page by page; null when the server refused, which then was told. */
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
