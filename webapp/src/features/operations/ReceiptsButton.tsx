// Leads to the receipts from the list: says how many batches run, and how many failed since the member last looked.
import { Button, Tooltip } from 'antd';
import { LoaderCircle, ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receiptsSeen } from '@/core/storage';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useWide } from '@/ui/useWide';
import { type BatchQuestion, useListOperationsQuery } from './api';
import styles from './ReceiptList.module.css';

const ReceiptList = lazyWithRetry(() => import('./ReceiptList'), 'over');

const RUNNING: BatchQuestion = { pageNo: 1, pageSize: 1, state: 'running' };

export default function ReceiptsButton({ onOpen }: { onOpen: (batchId: number) => void }) {
  const { t } = useTranslation();
  const wide = useWide();
  const [shown, setShown] = useState<boolean | null>(null);
  const [seen, setSeen] = useState(receiptsSeen.get);
  const running = useCount(RUNNING);
  const failed = useCount({ pageNo: 1, pageSize: 1, state: 'failed', since: seen });
  const label = [
    t('operations.list'),
    running > 0 ? t('operations.listRunning', { n: running }) : '',
    failed > 0 ? t('operations.listFresh', { n: failed }) : '',
  ]
    .filter(Boolean)
    .join(t('operations.listComma'));
  const show = () => {
    setShown(true);
    const now = Date.now();
    receiptsSeen.set(now);
    setSeen(now);
  };
  return (
    <>
      <Tooltip title={label}>
        <Button
          icon={
            running > 0 ? (
              <LoaderCircle size={16} strokeWidth={1.6} className="owl-turning" />
            ) : (
              <ReceiptText size={16} strokeWidth={1.6} />
            )
          }
          className={running > 0 ? (styles.running ?? '') : ''}
          aria-label={label}
          onClick={show}
        >
          {wide ? t('operations.list') : null}
          {running > 0 ? <span className="owl-figures">{running}</span> : null}
          {failed > 0 ? <span className={`owl-figures ${styles.fresh}`}>{failed}</span> : null}
        </Button>
      </Tooltip>
      {shown === null ? null : (
        <Suspense fallback={null}>
          <ReceiptList
            open={shown}
            onClose={() => setShown(false)}
            onOpen={(batchId) => {
              setShown(false);
              onOpen(batchId);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The batches that run: how many, and the newest of them. */
export function useRunningBatches(): { total: number; first: number | undefined } {
  const { data } = useListOperationsQuery(RUNNING, { refetchOnMountOrArgChange: true });
  return { total: data?.total ?? 0, first: data?.list[0]?.batchId };
}

/** How many batches there are; 0 while it is not known. */
function useCount(question: BatchQuestion): number {
  const { data } = useListOperationsQuery(question, { refetchOnMountOrArgChange: true });
  return data?.total ?? 0;
}
