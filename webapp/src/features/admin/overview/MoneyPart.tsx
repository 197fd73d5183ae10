// Money of today beside yesterday, of the month beside the one before, and today's orders by kind.
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { permissionOf } from '@/core/operations';
import { holdsPermission, type Zone } from '@/core/rules';
import { type BillDay, useListBillsQuery } from '@/features/orders/desk/api';
import { HourBars } from '@/ui/charts/HourBars';
import { MonthLines } from '@/ui/charts/MonthLines';
import { Money } from '@/ui/Money';
import { useRights } from '@/ui/rights/Gate';
import type { Part } from './api';
import styles from './Overview.module.css';
import { Section } from './Section';
import { shopDay, shopMonths } from './shopClock';

const kinds = [1, 2, 3] as const;

interface Props {
  money: Part<'money'>;
  now: number;
  /** In which the days of the figures begin. */
  zone: Zone;
  wide: boolean;
}

export function MoneyPart({ money, now, zone, wide }: Props) {
  const { t } = useTranslation();
  const { permissions } = useRights();
  const ledger = holdsPermission(permissions, [permissionOf('list_ledger') ?? '']);
  const [thisMonth, lastMonth] = shopMonths(now, zone);
  /** The day as addresses have it. */
  const today = shopDay(now, zone);
  const day = (
    <Section title={t('overview.today')} note={t('overview.todayNote')}>
      <p className={styles.sum}>
        <b>
          <Money fen={money.todayFen} />
        </b>
        <span>
          {t('overview.yesterdayBy')} <Money fen={money.beforeFen} />
        </span>
      </p>
      <HourBars
        label={t('overview.byHour')}
        hours={money.hours}
        before={money.hoursBefore}
        names={[t('overview.today'), t('overview.yesterday')]}
      />
    </Section>
  );
  if (!wide) return day;
  return (
    <div className={styles.money}>
      {day}
      <Section title={thisMonth} note={t('overview.monthNote', { month: lastMonth })}>
        <p className={styles.sum}>
          <b>
            <Money fen={money.monthFen} />
          </b>
          <span>
            {t('overview.monthBy')} <Money fen={money.monthBeforeFen} />
          </span>
        </p>
        <MonthLines
          label={t('overview.byDay')}
          days={money.days}
          before={money.daysBefore}
          names={[thisMonth, lastMonth]}
        />
      </Section>
      <Section
        title={t('overview.kindsTitle')}
        to={ledger ? `${paths.ledger}?from=${today}` : undefined}
        more={ledger ? t('pages.ledger') : undefined}
      >
        <ul className={styles.kinds}>
          {kinds.map((kind) => {
            const sum = money.kinds.find(({ type }) => type === kind);
            return (
              <li key={kind}>
                <Link to={`${paths.allOrders}?type=${kind}&from=${today}`}>{t(`overview.kinds.${kind}`)}</Link>
                <span className="owl-figures">{t('overview.orders', { count: sum?.orders ?? 0 })}</span>
                <Money fen={sum?.paidFen ?? 0} />
              </li>
            );
          })}
          <li>
            <span>{t('overview.kinds.refund')}</span>
            <span className="owl-figures">{t('overview.orders', { count: money.refunds })}</span>
            <Money fen={-money.refundedFen} />
          </li>
        </ul>
        <Bills />
      </Section>
    </div>
  );
}

/** The last bill of each wallet against the books. */
function Bills() {
  const { t } = useTranslation();
  const { permissions } = useRights();
  const may = holdsPermission(permissions, [permissionOf('list_bills') ?? '']);
  const { data: wallets = [] } = useListBillsQuery(undefined, { skip: !may });
  return (
    <ul className={styles.kinds}>
      {wallets.map(({ wallet, days }) => {
        const last = days.at(-1);
        if (!last) return null;
        return (
          <li key={wallet}>
            <Link to={paths.bills}>{t(wallet === 1 ? 'overview.bills.alipay' : 'overview.bills.wechat')}</Link>
            <span>{t(`overview.bills.${last.state}`, { day: last.day.slice(5) })}</span>
            <span>{last.state === 'agrees' ? <Check size={14} aria-hidden="true" /> : <Apart day={last} />}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Apart({ day: { state, bill, ours } }: { day: BillDay }) {
  if (state !== 'apart') return '—';
  return <Money fen={bill.paidFen - bill.refundedFen - ours.paidFen + ours.refundedFen} signed />;
}
