// All receipts of the member, the newest first, by kind and state; each leads to its own.
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { kindText } from '@/core/rules';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import { Pager } from '@/ui/list/Pager';
import { Sheet } from '@/ui/Sheet';
import { RowSkeletons } from '@/ui/Skeletons';
import { TimeAgo } from '@/ui/TimeAgo';
import { type Batch, type BatchQuestion, type Kind, useListOperationsQuery } from './api';
import styles from './ReceiptList.module.css';

const PAGE_SIZE = 10;
const kinds: readonly Kind[] = ['reboot', 'powerOn', 'powerOff', 'rename', 'density', 'factoryReset', 'enterDirectly'];
const states = ['failed', 'running', 'queued', 'done', 'cancelled'] as const;

interface Props {
  open: boolean;
  onOpen: (batchId: number) => void;
  onClose: () => void;
}

export default function ReceiptList({ open, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} title={t('operations.list')} width={640} onClose={onClose}>
      <Batches onOpen={onOpen} />
    </Sheet>
  );
}

function Batches({ onOpen }: { onOpen: (batchId: number) => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<BatchQuestion>({ pageNo: 1, pageSize: PAGE_SIZE });
  const { data, currentData, error, refetch } = useListOperationsQuery(asked, { refetchOnMountOrArgChange: true });
  const total = (currentData ?? data)?.total ?? 0;
  const change = (part: Partial<BatchQuestion>) => setAsked((old) => ({ ...old, pageNo: 1, ...part }));
  const filtered = asked.kind !== undefined || asked.state !== undefined;
  return (
    <div className={styles.whole}>
      <div className={styles.filters}>
        <Select
          allowClear
          className={styles.filter ?? ''}
          aria-label={t('operations.kind')}
          placeholder={t('operations.anyKind')}
          options={kinds.map((value) => ({ value, label: kindText(value) ?? value }))}
          onChange={(kind?: Kind) => change({ kind })}
        />
        <Select
          allowClear
          className={styles.filter ?? ''}
          aria-label={t('receipt.state')}
          placeholder={t('operations.anyState')}
          options={states.map((value) => ({ value, label: t(`receipt.${value}`) }))}
          onChange={(state?: BatchQuestion['state']) => change({ state })}
        />
      </div>
      {error && !currentData ? (
        <FaultState title={t('operations.listFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : !currentData ? (
        <RowSkeletons count={6} />
      ) : currentData.list.length === 0 ? (
        <EmptyState
          look={filtered ? 'half' : 'shut'}
          title={t(filtered ? 'operations.noneMatch' : 'operations.none')}
          text={filtered ? undefined : t('operations.noneText')}
        />
      ) : (
        <ul className={styles.rows}>
          {currentData.list.map((batch) => (
            <BatchRow key={batch.batchId} batch={batch} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {total > PAGE_SIZE ? (
        <Pager
          pageNo={asked.pageNo}
          pageSize={asked.pageSize}
          total={total}
          totalWords={t('operations.listTotal', { n: total })}
          onChange={change}
        />
      ) : null}
    </div>
  );
}

function BatchRow({ batch, onOpen }: { batch: Batch; onOpen: (batchId: number) => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <button type="button" className={`owl-plain-button ${styles.row}`} onClick={() => onOpen(batch.batchId)}>
        <span className={styles.name}>
          <b>{batch.name}</b> <span>{t('receipt.phones', { n: batch.total })}</span>
          {batch.retryOf === null ? null : <span className={styles.again}>{t('operations.again')}</span>}
        </span>
        <span className={styles.counts}>
          {states
            .filter((state) => batch[state] > 0)
            .map((state) => (
              <span key={state} data-state={state} className="owl-figures">
                {t(`receipt.${state}`)} <b>{batch[state]}</b>
              </span>
            ))}
        </span>
        <span className={styles.when}>
          <TimeAgo at={batch.createTime} />
        </span>
      </button>
    </li>
  );
}
