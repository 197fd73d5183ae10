// The ledger of some days: its accounts with what moved and what they hold, and its lines, each with its counterpart.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { DayField } from '@/ui/fields/DayField';
import type { Column } from '@/ui/list/columns';
import { dayFilter } from '@/ui/list/days';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { Mark } from '../records/Mark';
import { minuteOf } from '../words';
import { type LedgerLine, useListLedgerQuery, useSumLedgerQuery } from './api';
import styles from './Desk.module.css';
import { DeskTabs } from './DeskTabs';
import { OrderLink } from './OrderLink';
import { ResponsiveSelect } from './ResponsiveSelect';

const accounts = ['alipay', 'wechatPay', 'sales', 'owed'] as const;

const codec = listCodec({ account: oneOf('all', ...accounts), from: dayFilter(), until: dayFilter() });

export default function LedgerPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('desk.title'));
  const [{ account, from, until, pageNo, pageSize }, change] = useUrlState(codec);
  // A last day alone is that one day.
  const first = from || until;
  const days: Record<string, string> = first ? { fromDay: first, untilDay: until || first } : {};
  const filter = { ...days, ...(account === 'all' ? {} : { account }) };
  const answer = useListLedgerQuery({ pageNo, pageSize, filter }, { refetchOnMountOrArgChange: true });
  const columns = useColumns();
  return (
    <TablePage<LedgerLine>
      title={t('desk.title')}
      heading={heading}
      filters={
        <>
          <DeskTabs />
          <DayField
            aria-label={t('desk.from')}
            placeholder={t('desk.from')}
            value={from}
            max={until || undefined}
            clearable
            onChange={(day) => change({ from: day })}
          />
          <DayField
            aria-label={t('desk.until')}
            placeholder={t('desk.until')}
            value={until}
            min={from || undefined}
            clearable
            onChange={(day) => change({ until: day })}
          />
          <ResponsiveSelect<typeof account>
            label={t('desk.account')}
            value={account}
            onChange={(next) => change({ account: next })}
            options={(['all', ...accounts] as const).map((value) => ({ value, label: t(`desk.accounts.${value}`) }))}
          />
        </>
      }
      notes={<Sums days={days} />}
      answer={answer}
      failed={t('desk.ledgerFailed')}
      empty={{ look: 'shut', title: t('desk.noLines'), text: t('desk.noLinesText'), calm: true }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('desk.linesTotal', { count })}
      columns={columns}
      idOf={({ lineId }) => lineId}
      nameOf={({ orderNo }) => orderNo}
    />
  );
}

/** The accounts; debit and credit of all are equal, or something is wrong. */
function Sums({ days }: { days: Record<string, string> }) {
  const { t } = useTranslation();
  const { currentData: sums = [] } = useSumLedgerQuery(days, { refetchOnMountOrArgChange: true });
  const total = (of: (sum: (typeof sums)[number]) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const [debit, credit] = [total((sum) => sum.debitFen), total((sum) => sum.creditFen)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too.
    <section className={styles.scroll} tabIndex={0} aria-label={t('desk.account')}>
      <table className={styles.sums}>
        <caption>{t('desk.sums')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk.account')}</th>
            <th scope="col">{t('desk.lines')}</th>
            <th scope="col">{t('desk.debit')}</th>
            <th scope="col">{t('desk.credit')}</th>
            <th scope="col">{t('desk.balance')}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ account, lines, debitFen, creditFen, balanceFen }) => (
            <tr key={account}>
              <th scope="row">{t(`desk.accounts.${account}`)}</th>
              <td>{lines}</td>
              <td>
                <Money fen={debitFen} />
              </td>
              <td>
                <Money fen={creditFen} />
              </td>
              <td>
                <b>
                  <Money fen={balanceFen} />
                </b>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('desk.sum')}</th>
            <td>{total((sum) => sum.lines)}</td>
            <td>
              <Money fen={debit} />
            </td>
            <td>
              <Money fen={credit} />
            </td>
            <td>
              <Mark look={debit === credit ? { icon: CircleCheck, tone: 'ok' } : { icon: TriangleAlert, tone: 'err' }}>
                {t(debit === credit ? 'desk.equal' : 'desk.unequal')}
              </Mark>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function useColumns(): Column<LedgerLine>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'time',
        title: t('desk.time'),
        width: 128,
        fixed: true,
        render: ({ time }) => <span className="owl-figures owl-nowrap">{minuteOf(time)}</span>,
      },
      { key: 'account', title: t('desk.account'), width: 140, render: ({ account }) => t(`desk.accounts.${account}`) },
      {
        key: 'debit',
        title: t('desk.debit'),
        width: 104,
        align: 'right',
        render: ({ fen }) => (fen > 0 ? <Money fen={fen} /> : '—'),
      },
      {
        key: 'credit',
        title: t('desk.credit'),
        width: 104,
        align: 'right',
        render: ({ fen }) => (fen < 0 ? <Money fen={-fen} /> : '—'),
      },
      {
        key: 'order',
        title: t('desk.order'),
        width: 220,
        render: ({ orderId, orderNo }) => <OrderLink orderId={orderId} orderNo={orderNo} />,
      },
      { key: 'refund', title: t('desk.refund'), width: 200, leaves: 1, render: ({ refundNo }) => refundNo ?? '—' },
    ],
    [t],
  );
}
