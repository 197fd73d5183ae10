// Begins a batch and says what became of it, with a way to its receipt.
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { kindText } from '@/core/rules';
import { type Toasts, useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { type Kind, type Started, useBeginMutation, useRetryOperationsMutation, type Wish } from './api';
import { type Begun, beginInParts } from './beginInParts';
import { followBatch } from './useBatchEnds';
import { useShowReceipt } from './useShowReceipt';

/** Different reasons that a toast names. */
const REASONS_MAX = 2;

/** Says how a batch began: all of it, some of it, nothing. */
export function toastStarted(toasts: Toasts, t: TFunction, kind: Kind, started: Started, show: (id: number) => void) {
  const { batchId, success, fail, list } = started;
  const values = { kind: kindText(kind) ?? kind, n: success, fail };
  const reasons = [...new Set(list.map(({ msg }) => msg).filter(Boolean))];
  const more = {
    key: `batch-${batchId}`,
    link: { label: t('operations.receipt'), onClick: () => show(batchId) },
    ...(reasons.length > 0 ? { text: reasons.slice(0, REASONS_MAX).join(' ') } : {}),
  };
  if (success === 0) toasts.failed(t('operations.refused', values), more);
  else if (fail > 0) toasts.warned(t('operations.startedSome', values), more);
  // A new name is there at once.
  else if (kind === 'rename') toasts.done(t('operations.renamed', values), more);
  else if (kind === 'replace') toasts.done(t('operations.replacedCount', values), more);
  else toasts.noted(t('operations.started', values), more);
  // Renaming and replacing are over within the call, and their end was just said.
  if (success > 0 && kind !== 'rename' && kind !== 'replace') followBatch(batchId);
}

/** Says what was begun: to `onStarted` where there is one, else in a message for each batch. Answers the fault that kept all from it; what kept only the rest is said here. */
export function useToastStarted(onStarted?: (batchIds: readonly number[]) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const show = useShowReceipt();
  return useCallback(
    (kind: Kind, { started, fault }: Begun): CallFault | undefined => {
      if (started.length === 0) return fault;
      if (onStarted) onStarted(started.map(({ batchId }) => batchId));
      else for (const batch of started) toastStarted(toasts, t, kind, batch, show);
      if (fault) toasts.failed(t('operations.restRefused'), { text: faultWords(fault, t) });
      return undefined;
    },
    [toasts, t, show, onStarted],
  );
}

/** Begins a batch, or several for more phones than one takes. Answers the fault for a dialog to show; with `tell` it is told here instead. `onStarted` gets the batches in place of the toast. */
export function useBegin(
  onStarted?: (batchIds: readonly number[]) => void,
): (wish: Wish, tell?: 'tell') => Promise<CallFault | undefined> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [begin] = useBeginMutation();
  const toastBegun = useToastStarted(onStarted);
  return useCallback(
    async (wish, tell) => {
      const begun = await beginInParts(wish.phoneIds, (phoneIds) => begin({ ...wish, phoneIds }));
      const fault = toastBegun(wish.kind, begun);
      if (fault && tell) toasts.failed(faultWords(fault, t));
      return fault;
    },
    [begin, toasts, t, toastBegun],
  );
}

/** Tries failed phones of a batch again, all that can be unless some are named. Answers the new batch; a fault is told here. */
export function useRetry() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [retry] = useRetryOperationsMutation();
  return async (batchId: number, phoneIds?: number[], existing?: 'rename' | 'replace') => {
    const { data, error } = await retry({
      batchId,
      ...(phoneIds ? { phoneIds } : {}),
      ...(existing ? { existing } : {}),
    });
    if (!data) toasts.failed(faultWords(error as CallFault, t));
    return data?.batchId;
  };
}
