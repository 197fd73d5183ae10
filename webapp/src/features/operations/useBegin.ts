// Begins a batch and says what became of it, with a way to its receipt.
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { kindText } from '@/core/rules';
import { faultWords } from '@/ui/faultWords';
import { type Toasts, useToasts } from '@/ui/Toasts';
import { type Kind, type Started, useBeginMutation, useRetryOperationsMutation, type Wish } from './api';
import { useShowReceipt } from './useShowReceipt';

/** Different reasons that a toast names. */
const REASONS_MAX = 2;

/** Says how a batch began: all of it, some of it, nothing. */
export function tellStarted(toasts: Toasts, t: TFunction, kind: Kind, started: Started, show: (id: number) => void) {
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
}

/** Begins a batch. Answers the fault for a dialog to show; with `tell` it is told here instead. `onStarted` gets the batch in place of the toast. */
export function useBegin(
  onStarted?: (batchId: number) => void,
): (wish: Wish, tell?: 'tell') => Promise<CallFault | undefined> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const show = useShowReceipt();
  const [begin] = useBeginMutation();
  return useCallback(
    async (wish, tell) => {
      const { data, error } = await begin(wish);
      if (data && onStarted) onStarted(data.batchId);
      else if (data) tellStarted(toasts, t, wish.kind, data, show);
      else if (tell) toasts.failed(faultWords(error as CallFault, t));
      return error as CallFault | undefined;
    },
    [begin, toasts, t, show, onStarted],
  );
}

/** Tries failed phones of a batch again, all that can be unless some are named: a new batch, whose receipt opens. */
export function useRetry(onOpen: (batchId: number) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [retry] = useRetryOperationsMutation();
  return async (batchId: number, phoneIds?: number[], existing?: 'rename' | 'replace') => {
    const { data, error } = await retry({
      batchId,
      ...(phoneIds ? { phoneIds } : {}),
      ...(existing ? { existing } : {}),
    });
    if (data) onOpen(data.batchId);
    else toasts.failed(faultWords(error as CallFault, t));
  };
}
