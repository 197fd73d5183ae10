// Leads to the receipts from the list, and says how many batches run.
import { Button, Tooltip } from 'antd';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchQuestion, useListOperationsQuery } from './api';
import styles from './ReceiptList.module.css';

const ReceiptList = lazy(() => import('./ReceiptList'));

const RUNNING: BatchQuestion = { pageNo: 1, pageSize: 1, state: 'running' };

export function ReceiptsButton({ onOpen }: { onOpen: (batchId: number) => void }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<boolean | null>(null);
  const { data } = useListOperationsQuery(RUNNING, { refetchOnMountOrArgChange: true });
  const running = data?.total ?? 0;
  const label = running > 0 ? t('operations.listRunning', { n: running }) : t('operations.list');
  return (
    <>
      <Tooltip title={label}>
        <Button
          icon={<ReceiptText size={16} strokeWidth={1.6} />}
          className={running > 0 ? (styles.running ?? '') : ''}
          aria-label={label}
          onClick={() => setShown(true)}
        >
          {running > 0 ? <span className="owl-figures">{running}</span> : null}
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
