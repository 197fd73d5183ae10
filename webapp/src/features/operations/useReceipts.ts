// The receipts of batches that were begun together, each asked for by itself and followed while it runs.
import { useEffect, useMemo, useRef } from 'react';
import { shallowEqual } from 'react-redux';
import { useAppDispatch, useAppSelector } from '@/app/store';
import type { CallFault } from '@/core/http';
import { getReceipt, type Receipt } from './api';

/** While a batch runs it is asked for so often, should the socket be silent. */
const POLL_MS = 5000;

const isOver = ({ batch }: Receipt): boolean => batch.queued + batch.running === 0;

export interface Receipts {
  /** Those that are known, in the order of the batches. */
  receipts: readonly Receipt[];
  /** Why one that was never known is not. */
  fault: CallFault | undefined;
}

export function useReceipts(batchIds: readonly number[]): Receipts {
  const dispatch = useAppDispatch();
  const key = batchIds.join();
  const ids = useMemo(() => key.split(',').map(Number), [key]);
  const selectors = useMemo(() => ids.map((id) => getReceipt.select(id)), [ids]);
  const answers = useAppSelector((state) => selectors.map((select) => select(state as never)), shallowEqual);
  const asks = useRef<{ updateSubscriptionOptions(options: object): void }[]>([]);
  const running = answers.map(({ data }) => data !== undefined && !isOver(data)).join();

  useEffect(() => {
    const begun = ids.map((id) => dispatch(getReceipt.initiate(id, { forceRefetch: true })));
    asks.current = begun;
    return () => {
      for (const each of begun) each.unsubscribe();
    };
  }, [ids, dispatch]);
  useEffect(() => {
    for (const [at, runs] of running.split(',').entries()) {
      const pollingInterval = runs === 'true' ? POLL_MS : 0;
      asks.current[at]?.updateSubscriptionOptions({ pollingInterval, skipPollingIfUnfocused: true });
    }
  }, [running]);

  return {
    receipts: answers.flatMap(({ data }) => (data ? [data] : [])),
    fault: answers.find(({ data, error }) => error && !data)?.error as CallFault | undefined,
  };
}
