// Payments that fit nothing: what came, what was asked for, and what an operator did about it in the wallet's own console.
import { Button, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { minuteOf } from '../words';
import { type Mismatch, useHandleMismatchMutation, useListMismatchesQuery } from './api';
import styles from './Desk.module.css';
import { DeskTabs } from './DeskTabs';
import { NoteDialog } from './NoteDialog';
import { OrderLink } from './OrderLink';

const codec = listCodec({ state: oneOf('open', 'handled', 'all') });

export default function MismatchesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('desk.title'));
  const [{ state, pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListMismatchesQuery(
    { pageNo, pageSize, ...(state === 'all' ? {} : { handled: state === 'handled' }) },
    { refetchOnMountOrArgChange: true },
  );
  const [handling, setHandling] = useState<Mismatch | null>(null);
  const columns = useColumns(setHandling);
  return (
    <TablePage<Mismatch>
      title={t('desk.title')}
      heading={heading}
      filters={
        <>
          <DeskTabs />
          <Segmented<typeof state>
            aria-label={t('orders.state')}
            value={state}
            onChange={(next) => change({ state: next })}
            options={(['open', 'handled', 'all'] as const).map((value) => ({
              value,
              label: t(`desk.misfitStates.${value}`),
            }))}
          />
        </>
      }
      notes={<p className={`${styles.quiet} owl-prose`}>{t('desk.misfitText')}</p>}
      answer={answer}
      failed={t('desk.misfitsFailed')}
      empty={{ look: 'shut', title: t('desk.noMisfits'), text: t('desk.noMisfitsText'), calm: true }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('desk.misfitsTotal', { count })}
      columns={columns}
      idOf={({ mismatchId }) => mismatchId}
      nameOf={({ serialNo, attempt }) => serialNo || attempt}
      over={handling ? <Handle mismatch={handling} onClose={() => setHandling(null)} /> : null}
    />
  );
}

function useColumns(onHandle: (mismatch: Mismatch) => void): Column<Mismatch>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'serial',
        title: t('orders.serial'),
        width: 220,
        fixed: true,
        render: ({ serialNo, attempt, wallet }) => (
          <span className={styles.two}>
            <CopyId id={serialNo || attempt} />
            <span className={styles.quiet}>{t(wallet === 1 ? 'pay.alipay' : 'pay.wechat')}</span>
          </span>
        ),
      },
      {
        key: 'came',
        title: t('desk.came'),
        width: 96,
        align: 'right',
        phone: 'side',
        render: ({ amountFen }) => <Money fen={amountFen} />,
      },
      {
        key: 'wanted',
        title: t('desk.wanted'),
        width: 96,
        align: 'right',
        render: ({ askedFen }) => (askedFen === null ? t('desk.nothingAskedFor') : <Money fen={askedFen} />),
      },
      {
        key: 'why',
        title: t('desk.why'),
        width: 220,
        render: (row) => (
          <span className={styles.two}>
            <span>{whyOf(row, t)}</span>
            <OrderLink orderId={row.orderId} orderNo={row.orderNo} />
          </span>
        ),
      },
      {
        key: 'found',
        title: t('desk.found'),
        width: 128,
        leaves: 2,
        render: ({ createTime, times }) => (
          <span className={styles.two}>
            <span className="owl-figures owl-nowrap">{minuteOf(createTime)}</span>
            <span className={styles.quiet}>{t('desk.cameTimes', { count: times })}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('orders.state'),
        width: 180,
        render: (row) =>
          row.note === null ? (
            <Button type="link" size="small" onClick={() => onHandle(row)}>
              {t('desk.handle')}
            </Button>
          ) : (
            <span className={styles.two}>
              <span>{row.note}</span>
              <span className={styles.quiet}>{row.handleTime === null ? '' : minuteOf(row.handleTime)}</span>
            </span>
          ),
      },
    ],
    [t, onHandle],
  );
}

function whyOf({ serialNo, amountFen, askedFen }: Mismatch, t: TFunction): string {
  if (serialNo === '') return t('desk.unproven');
  if (askedFen === null) return t('desk.unknownNumber');
  if (askedFen !== amountFen) {
    return t('desk.otherAmount', { came: formatFen(amountFen), asked: formatFen(askedFen) });
  }
  return t('desk.otherPayment');
}

function Handle({ mismatch, onClose }: { mismatch: Mismatch; onClose: () => void }) {
  const { t } = useTranslation();
  const [handle] = useHandleMismatchMutation();
  return (
    <NoteDialog
      title={t('desk.handleTitle')}
      text={t('desk.handleText')}
      onSend={(note) => handle({ mismatchId: mismatch.mismatchId, note })}
      onClose={onClose}
    />
  );
}
