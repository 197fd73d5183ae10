// All receipts of the member, the newest first, by kind and state; each leads to its own.
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime, kindText } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { CsvButton } from '@/ui/list/CsvButton';
import type { Column } from '@/ui/list/columns';
import { Pager } from '@/ui/list/Pager';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { type Batch, type BatchQuestion, type Kind, useLazyListOperationsQuery, useListOperationsQuery } from './api';
import styles from './ReceiptList.module.css';

const PAGE_SIZE = 10;
const DAY_MS = 86_400_000;
const kinds: readonly Kind[] = [
  'reboot',
  'powerOn',
  'powerOff',
  'rename',
  'density',
  'factoryReset',
  'enterDirectly',
  'probe',
  'upgradeImage',
  'installApp',
  'pushFile',
  'startApp',
  'stopApp',
  'restartApp',
  'uninstallApp',
  'clearApp',
  'replace',
  'newDevice',
];
/** Days back that the list is narrowed to. */
const spans = [7, 30, 90] as const;
/** Rows of a file, and of one call for them. */
const CSV_MAX = 1000;
const CSV_STEP = 200;
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
  const filtered = asked.kind !== undefined || asked.state !== undefined || asked.since !== undefined;
  const columns = useColumns();
  const fetchAll = useFetchAll(asked);
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
        <Select
          allowClear
          className={styles.filter ?? ''}
          aria-label={t('operations.span')}
          placeholder={t('operations.anyTime')}
          options={spans.map((value) => ({ value, label: t('operations.days', { n: value }) }))}
          onChange={(days?: number) => change({ since: days === undefined ? undefined : Date.now() - days * DAY_MS })}
        />
        <span className={styles.file}>
          <CsvButton name="receipts" columns={columns} fetchAll={fetchAll} disabled={total === 0} />
        </span>
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
          totalWords={t('operations.listTotal', { count: total })}
          onChange={change}
        />
      ) : null}
    </div>
  );
}

/** Columns of a file of receipts, which has a row for each batch. */
function useColumns(): Column<Batch>[] {
  const { t } = useTranslation();
  const column = (key: string, title: string, csv: (batch: Batch) => string): Column<Batch> => ({
    key,
    title,
    width: 0,
    render: csv,
    csv,
  });
  return [
    column('batchId', t('operations.code'), ({ batchId }) => String(batchId)),
    column('kind', t('operations.kind'), ({ name }) => name),
    column('time', t('operations.when'), ({ createTime }) => formatTime(createTime)),
    column('total', t('operations.total'), ({ total }) => String(total)),
    ...states.map((state) => column(state, t(`receipt.${state}`), (batch) => String(batch[state]))),
  ];
}

/** All that the filters find, the newest first; null when the server refused. */
function useFetchAll(asked: BatchQuestion): () => Promise<readonly Batch[] | null> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [load] = useLazyListOperationsQuery();
  return async () => {
    const found: Batch[] = [];
    for (let pageNo = 1; found.length < CSV_MAX; pageNo += 1) {
      const { data, error } = await load({ ...asked, pageNo, pageSize: CSV_STEP });
      if (error || !data) {
        toasts.failed(faultWords(error as CallFault, t));
        return null;
      }
      found.push(...data.list);
      if (data.list.length < CSV_STEP) break;
    }
    return found;
  };
}

function BatchRow({ batch, onOpen }: { batch: Batch; onOpen: (batchId: number) => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <button type="button" className={`owl-plain-button ${styles.row}`} onClick={() => onOpen(batch.batchId)}>
        <span className={styles.name}>
          <b>{batch.name}</b> <span>{t('receipt.phones', { count: batch.total })}</span>
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
