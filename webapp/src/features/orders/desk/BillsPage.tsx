// Daily comparison with the wallets' own bills: each wallet's day by what the bill says and what the books say, and what differs.
import { Button, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { minuteOf } from '../words';
import { type Difference, useListBillDifferencesQuery, useSolveBillDifferenceMutation } from './api';
import { BillDays } from './BillDays';
import styles from './Desk.module.css';
import { DeskTabs } from './DeskTabs';
import { NoteDialog } from './NoteDialog';
import { OrderLink } from './OrderLink';

const states = ['all', 'open', 'solved'] as const;
const codec = listCodec({ state: oneOf(...states) });

export default function BillsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('desk.title'));
  const [{ state, pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListBillDifferencesQuery(
    { pageNo, pageSize, ...(state === 'all' ? {} : { solved: state === 'solved' }) },
    { refetchOnMountOrArgChange: true },
  );
  const [solving, setSolving] = useState<Difference | null>(null);
  const columns = useColumns(setSolving);
  return (
    <TablePage<Difference>
      title={t('desk.title')}
      heading={heading}
      filters={<DeskTabs />}
      notes={
        <>
          <BillDays />
          <div>
            <Segmented<typeof state>
              aria-label={t('orders.state')}
              value={state}
              onChange={(next) => change({ state: next })}
              options={states.map((value) => ({ value, label: t(`desk.bills.states.${value}`) }))}
            />
          </div>
        </>
      }
      answer={answer}
      failed={t('desk.bills.listFailed')}
      empty={{
        look: 'shut',
        title: t('desk.bills.noDifferences'),
        text: t('desk.bills.noDifferencesText'),
        calm: true,
      }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('desk.bills.total', { count })}
      columns={columns}
      idOf={({ differenceId }) => differenceId}
      nameOf={({ serialNo }) => serialNo}
      over={solving ? <Solve difference={solving} onClose={() => setSolving(null)} /> : null}
    />
  );
}

function useColumns(onSolve: (difference: Difference) => void): Column<Difference>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'serial',
        title: t('desk.bills.serial'),
        width: 230,
        fixed: true,
        render: ({ serialNo, wallet, kind }) => (
          <span className={styles.two}>
            <CopyId id={serialNo} />
            <span className={styles.quiet}>
              {t(wallet === 1 ? 'pay.alipay' : 'pay.wechat')} · {t(`desk.bills.kinds.${kind}`)}
            </span>
          </span>
        ),
      },
      {
        key: 'bill',
        title: t('desk.bills.billSays'),
        width: 96,
        align: 'right',
        phone: 'side',
        render: ({ billFen }) => (billFen === null ? t('desk.bills.nothing') : <Money fen={billFen} />),
      },
      {
        key: 'ours',
        title: t('desk.bills.weSay'),
        width: 96,
        align: 'right',
        render: ({ ourFen }) => (ourFen === null ? t('desk.bills.nothing') : <Money fen={ourFen} />),
      },
      {
        key: 'reason',
        title: t('desk.bills.reason'),
        width: 220,
        render: (row) => (
          <span className={styles.two}>
            <span>{reasonOf(row, t)}</span>
            <OrderLink orderId={row.orderId} orderNo={row.orderNo} />
          </span>
        ),
      },
      {
        key: 'found',
        title: t('desk.found'),
        width: 128,
        leaves: 2,
        render: ({ findTime, day }) => (
          <span className={styles.two}>
            <span className="owl-figures owl-nowrap">{minuteOf(findTime)}</span>
            <span className={styles.quiet}>{t('desk.bills.ofDay', { day })}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('orders.state'),
        width: 180,
        render: (row) =>
          row.solveTime === null ? (
            <Button type="link" size="small" onClick={() => onSolve(row)}>
              {t('desk.bills.solve')}
            </Button>
          ) : (
            <span className={styles.two}>
              <span>{row.note ?? t('desk.bills.solvedSince')}</span>
              <span className={styles.quiet}>
                {row.solvedBy ? `${row.solvedBy} · ` : ''}
                {minuteOf(row.solveTime)}
              </span>
            </span>
          ),
      },
    ],
    [t, onSolve],
  );
}

function reasonOf({ billFen, ourFen, mismatchTimes }: Difference, t: TFunction): string {
  if (billFen === null) return t('desk.bills.notInBill');
  if (ourFen !== null) return t('desk.bills.otherAmount');
  return mismatchTimes === null ? t('desk.bills.notInBooks') : t('desk.bills.fitsNothing', { count: mismatchTimes });
}

function Solve({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const { t } = useTranslation();
  const [solve] = useSolveBillDifferenceMutation();
  return (
    <NoteDialog
      title={t('desk.bills.solveTitle')}
      text={t('desk.bills.solveText')}
      onSend={(note) => solve({ differenceId: difference.differenceId, note })}
      onClose={onClose}
    />
  );
}
