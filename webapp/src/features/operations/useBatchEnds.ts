// Batches whose begin was told in a message have their end told too: once, with its counts and the way to the receipt, wherever the member is by then.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '@/app/store';
import { onReopened } from '@/core/live';
import { onSessionEnd } from '@/core/session';
import { useToasts } from '@/ui/announce/Toasts';
import { getReceipt } from './api';
import { onOperationsMoved } from './useNews';
import { useShowReceipt } from './useShowReceipt';

const followed = new Set<number>();
let asked: (batchId: number) => void = () => {};

/** Has the end of a batch told. What ended before anybody listened is asked for at once. */
export function followBatch(batchId: number): void {
  followed.add(batchId);
  asked(batchId);
}

/** Whether the address shows this batch's receipt: the end is seen there. */
const isShown = (batchId: number) => new URLSearchParams(window.location.search).get('receipt') === String(batchId);

/** Tells the ends for as long as the caller is on the page. */
export function useBatchEnds(): void {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const show = useShowReceipt();
  useEffect(() => {
    const look = async (batchId: number) => {
      if (!followed.has(batchId)) return;
      // Subscribed while it is on its way: an answer that nobody is subscribed to is dropped when the batch moves meanwhile.
      const request = dispatch(getReceipt.initiate(batchId, { forceRefetch: true }));
      const { data, error } = await request;
      request.unsubscribe();
      if (error) followed.delete(batchId);
      if (!data || data.batch.queued + data.batch.running > 0) return;
      // Two messages about one batch may both have asked.
      if (!followed.delete(batchId) || isShown(batchId)) return;
      const { name, done, failed } = data.batch;
      const values = { kind: name, n: done, fail: failed };
      const more = {
        key: `batch-${batchId}`,
        link: { label: t('operations.receipt'), onClick: () => show(batchId) },
      };
      if (failed === 0 && done > 0) toasts.done(t('operations.ended', values), more);
      else if (done > 0) toasts.warned(t('operations.endedSome', values), more);
      else if (failed > 0) toasts.failed(t('operations.endedFailed', values), more);
      else toasts.close(more.key);
    };
    asked = (batchId) => void look(batchId);
    const stops = [
      onOperationsMoved((batchIds) => {
        for (const id of batchIds) void look(id);
      }),
      onReopened(() => {
        for (const id of followed) void look(id);
      }),
      onSessionEnd(() => followed.clear()),
    ];
    return () => {
      asked = () => {};
      for (const stop of stops) stop();
    };
  }, [t, dispatch, toasts, show]);
}
