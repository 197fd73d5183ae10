// The codes of a batch by their first characters: who used which when, and for which phone. One that nobody used may be voided.

import { Button, Checkbox } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { Pager } from '@/ui/list/Pager';
import { Gate } from '@/ui/rights/Gate';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Batch, type BatchCode, useListBatchCodesQuery, useVoidRedeemCodeMutation } from '../api';
import { keptCode } from '../words';
import styles from './Batches.module.css';

const DataTable = lazyWithRetry<DataTableProps<BatchCode>>(() => import('@/ui/list/DataTable'));
const WIDTH_PX = 760;

const idOf = ({ codeId }: BatchCode) => codeId;
const nameOf = ({ code }: BatchCode) => keptCode(code);

export default function BatchCodesSheet({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState({ pageNo: 1, pageSize: 20 });
  const [used, setUsed] = useState(false);
  const { data, error, refetch } = useListBatchCodesQuery(
    { batchId: batch.batchId, used, ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const columns = useColumns(batch.state === 'open');
  const title = t('redeemBatches.batchOf', { note: batch.note });
  return (
    <Sheet open title={title} width={WIDTH_PX} onClose={onClose}>
      <Checkbox
        checked={used}
        onChange={(event) => {
          setUsed(event.target.checked);
          setPaging((before) => ({ ...before, pageNo: 1 }));
        }}
      >
        {t('redeemBatches.onlyUsed')}
      </Checkbox>
      {data && data.total === 0 ? (
        <EmptyState look="half" title={t('redeemBatches.codesEmpty')} text={t('redeemBatches.codesEmptyText')} />
      ) : data ? (
        <>
          <Suspense fallback={<RowSkeletons count={data.list.length} />}>
            <DataTable label={title} columns={columns} rows={data.list} idOf={idOf} nameOf={nameOf} />
          </Suspense>
          <Pager
            {...paging}
            total={data.total}
            totalWords={t('redeemBatches.codesTotal', { count: data.total })}
            onChange={(part) => setPaging((before) => ({ ...before, pageNo: 1, ...part }))}
          />
        </>
      ) : error ? (
        <FaultState title={t('redeemBatches.codesFailed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </Sheet>
  );
}

function useColumns(isOpen: boolean): Column<BatchCode>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('redeemBatches.code'),
        width: 184,
        render: ({ code, position }) => (
          <span className={styles.code}>
            <span className="owl-figures">{position}</span>
            <span className="owl-mono">{keptCode(code)}</span>
          </span>
        ),
      },
      {
        key: 'member',
        title: t('redeemBatches.user'),
        width: 176,
        render: ({ used, voidTime }) =>
          used ? (
            <span className={cells.two}>
              {used.nickname || used.phone}
              <span className="owl-figures">{used.phone}</span>
            </span>
          ) : (
            <span className={styles.unused}>
              {t(voidTime === null ? 'redeemBatches.unused' : 'redeemBatches.voidedCode')}
            </span>
          ),
      },
      {
        key: 'time',
        title: t('redeemBatches.time'),
        width: 168,
        render: ({ used }) => <span className="owl-figures">{used ? formatTime(used.redeemTime) : '—'}</span>,
      },
      {
        key: 'phone',
        title: t('redeemBatches.phone'),
        width: 112,
        leaves: 1,
        render: ({ used }) => (used ? <span className="owl-mono">{used.owlId}</span> : '—'),
      },
      {
        key: 'void',
        title: '',
        width: 72,
        phone: 'side',
        render: (one) => (isOpen && !one.used && one.voidTime === null ? <VoidCode one={one} /> : null),
      },
    ],
    [t, isOpen],
  );
}

function VoidCode({ one }: { one: BatchCode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [voidCode, { isLoading }] = useVoidRedeemCodeMutation();
  const onVoid = async () => {
    const { error } = await voidCode(one.codeId);
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('redeemBatches.voidedCode'));
  };
  return (
    <Gate operation="void_redeem_code">
      <Button
        type="link"
        danger
        size="small"
        loading={isLoading}
        aria-label={`${t('redeemBatches.voidCode')} ${one.position}`}
        onClick={() => void onVoid()}
      >
        {t('redeemBatches.void')}
      </Button>
    </Gate>
  );
}
