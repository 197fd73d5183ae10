// The receipt of a batch as the server tells it: followed by the socket, with what can be done about failures and about what waits.
import { Button } from 'antd';
import { Ban } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { faultWords } from '@/ui/faultWords';
import ReceiptDrawer from '@/ui/receipt/ReceiptDrawer';
import { useToasts } from '@/ui/Toasts';
import { type Receipt, useCancelOperationsMutation, useGetReceiptQuery } from './api';
import { lanesOf } from './lanesOf';
import { useBegin, useRetry } from './useBegin';

/** While a batch runs it is asked for so often, should the socket be silent. */
const POLL_MS = 5000;

interface Props {
  batchId: number;
  /** A phone's small picture. */
  picture: (phoneId: number) => ReactNode;
  /** Shows another batch instead. */
  onOpen: (batchId: number) => void;
  onClose: () => void;
}

export default function OperationReceipt({ batchId, picture, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const begin = useBegin();
  const retry = useRetry(onOpen);
  const [cancel, cancelling] = useCancelOperationsMutation();
  const { currentData: receipt, error } = useReceipt(batchId);

  useEffect(() => {
    if (!error || receipt) return;
    toasts.failed(faultWords(error as CallFault, t), { key: `receipt-${batchId}` });
    onClose();
  }, [error, receipt, toasts, t, batchId, onClose]);

  if (!receipt) return null;
  const waiting = receipt.list.filter((row) => row.cancellable).length;
  const retryable = receipt.list.filter((row) => row.state === 'failed' && row.retryable).map((row) => row.phoneId);
  const lanes = lanesOf(
    receipt,
    {
      picture,
      onRetry: (phoneId) => void retry(batchId, [phoneId]),
      onExisting: (phoneId, existing) => void retry(batchId, [phoneId], existing),
      onEnter: (phoneId) => void begin({ kind: 'enterDirectly', phoneIds: [phoneId] }, 'tell'),
    },
    t,
  );
  const takeBack = async () => {
    const { data, error: refused } = await cancel(batchId);
    if (data) toasts.done(t('operations.tookBack', { n: data.cancelled }));
    else toasts.failed(faultWords(refused as CallFault, t));
  };
  return (
    <ReceiptDrawer
      key={batchId}
      open
      onClose={onClose}
      title={receipt.batch.name}
      code={String(batchId)}
      startedAt={receipt.batch.createTime}
      lanes={lanes}
      retryable={retryable}
      onRetry={retryable.length > 0 ? (ids) => void retry(batchId, ids) : undefined}
      also={
        waiting > 0 ? (
          <Button icon={<Ban size={16} strokeWidth={1.6} />} loading={cancelling.isLoading} onClick={takeBack}>
            {t('operations.takeBack', { n: waiting })}
          </Button>
        ) : null
      }
    />
  );
}

const isOver = ({ batch }: Receipt): boolean => batch.queued + batch.running === 0;

function useReceipt(batchId: number) {
  const { data } = useGetReceiptQuery(batchId);
  const running = data !== undefined && !isOver(data);
  return useGetReceiptQuery(batchId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: running ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
}
