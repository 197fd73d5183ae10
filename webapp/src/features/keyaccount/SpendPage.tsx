// Page of the spend: six months, and the phones of which sub-account it was for.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { locale } from '@/core/storage';
import { viewFilter } from '@/features/subaccounts/views';
import { usePageTitle } from '@/shell/usePageTitle';
import { MonthStacks } from '@/ui/charts/MonthStacks';
import type { Column } from '@/ui/list/columns';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, useUrlState } from '@/ui/list/urlState';
import { Money } from '@/ui/Money';
import { type Spend, type Spender, useGetSpendQuery } from './api';
import styles from './Spend.module.css';
import { spendStacks } from './stacks';
import { useSpenderName } from './useSpenderName';

const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

const codec = listCodec({ view: viewFilter() });

export default function SpendPage({ tabs, company }: { tabs: ReactNode; company: string }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.keyAccount'));
  const nameOf = useSpenderName();
  const [{ pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useGetSpendQuery({ pageNo, pageSize }, FRESH);
  const page = answer.currentData;
  const columns = useColumns(page?.months ?? [], nameOf);
  return (
    <TablePage<Spender>
      title={company}
      heading={heading}
      actions={
        <Link className={styles.bills ?? ''} to={paths.orders}>
          {t('keyAccount.bills')}
        </Link>
      }
      filters={tabs}
      notes={page && page.total > 0 ? <Months months={page.months} /> : null}
      answer={answer}
      failed={t('keyAccount.spendFailed')}
      empty={{ look: 'shut', title: t('keyAccount.noSpend'), text: t('keyAccount.noSpendText'), calm: true }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('keyAccount.rows', { count })}
      label={t('keyAccount.spenders')}
      columns={columns}
      idOf={({ memberId }) => memberId ?? 0}
      nameOf={nameOf}
      around={(table) => (
        <>
          {table}
          <p className={styles.note}>{t('keyAccount.spendText')}</p>
        </>
      )}
    />
  );
}

function Months({ months }: { months: Spend['months'] }) {
  const { t } = useTranslation();
  const { scaleFen, stacks } = spendStacks(months);
  const amounts = months.map(({ month, fen }) => ({ month, fen }));
  return (
    <section className={styles.months} aria-labelledby="keyaccount-months">
      <h2 id="keyaccount-months">
        {t('keyAccount.sixMonths')}{' '}
        <small>
          {t('keyAccount.bar')} <Money fen={scaleFen} />
        </small>
      </h2>
      <MonthStacks stacks={stacks} labelledBy="keyaccount-months" />
      <dl className={styles.sums}>
        {amounts.map(({ month, fen }) => (
          <div key={month}>
            <dt className="owl-hidden-text">{month}</dt>
            <dd>
              <Money fen={fen} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The sum and the months, the last one first; the oldest ones leave when it is narrow. */
function useColumns(months: Spend['months'], nameOf: (row: Spender) => string): Column<Spender>[] {
  const { t } = useTranslation();
  const short = new Intl.DateTimeFormat(locale.get(), { month: 'short', timeZone: 'UTC' });
  const last = months.length - 1;
  const amounts = months.map(({ month }, at): Column<Spender> => {
    const column = {
      key: month,
      title: short.format(new Date(`${month}-01T00:00:00Z`)),
      width: 104,
      align: 'right' as const,
      render: ({ fen }: Spender) => (fen[at] ? <Money fen={fen[at]} /> : '—'),
    };
    return at === last ? { ...column, phone: 'side' } : { ...column, leaves: last - at, phone: 'none' };
  });
  return [
    {
      key: 'name',
      title: t('subAccounts.name'),
      width: 180,
      grows: true,
      fixed: true,
      render: (row) => (
        <span className={styles.name}>
          <b>{nameOf(row)}</b>
          {row.name && row.phone ? <small className="owl-figures">{row.phone}</small> : null}
        </span>
      ),
    },
    ...amounts.reverse(),
    {
      key: 'sum',
      title: t('keyAccount.sum'),
      width: 116,
      align: 'right',
      render: ({ fen }) => (
        <b>
          <Money fen={fen.reduce((sum, each) => sum + each, 0)} />
        </b>
      ),
    },
  ];
}
