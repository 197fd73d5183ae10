// The wallets side by side: a day's bill against the books, and the last thirty days as ticks.
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { Check, ChevronLeft, ChevronRight, CircleCheck, Clock3, Minus, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Money } from '@/ui/Money';
import { Note } from '@/ui/Note';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { type Look, Mark } from '../records/Mark';
import { minuteOf } from '../words';
import { type BillDay, useCompareBillMutation, useListBillsQuery, type WalletBills } from './api';
import styles from './Bills.module.css';

const LOOKS: Record<BillDay['state'], Look> = {
  agrees: { icon: CircleCheck, tone: 'ok' },
  apart: { icon: TriangleAlert, tone: 'warn' },
  waiting: { icon: Clock3, tone: 'off' },
  absent: { icon: Minus, tone: 'off' },
};

export function BillDays() {
  const { t } = useTranslation();
  const { data: wallets, error, refetch } = useListBillsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!wallets)
    return error ? <FaultState title={t('desk.bills.failed')} fault={error as CallFault} onRetry={refetch} /> : null;
  if (wallets.length === 0) {
    return <EmptyState look="shut" title={t('desk.bills.none')} text={t('desk.bills.noneText')} />;
  }
  return (
    <div className={styles.wallets}>
      {wallets.map((bills) => (
        <WalletCard key={bills.wallet} bills={bills} />
      ))}
    </div>
  );
}

function WalletCard({ bills: { wallet, days } }: { bills: WalletBills }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [back, setBack] = useState(0);
  const [compare, { isLoading }] = useCompareBillMutation();
  const at = Math.max(0, days.length - 1 - back);
  const shown = days[at];
  if (!shown) return null;
  const name = t(wallet === 1 ? 'pay.alipay' : 'pay.wechat');
  const again = async () => {
    const { error } = await compare({ wallet, day: shown.day });
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('desk.bills.againDone'));
  };
  return (
    <section className={styles.wallet} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <span className={styles.day}>
          <Button
            type="text"
            size="small"
            icon={<ChevronLeft size={16} />}
            aria-label={t('desk.bills.previousDay')}
            disabled={at === 0}
            onClick={() => setBack(back + 1)}
          />
          <span className="owl-figures owl-nowrap">{shown.day}</span>
          <Button
            type="text"
            size="small"
            icon={<ChevronRight size={16} />}
            aria-label={t('desk.bills.nextDay')}
            disabled={back === 0}
            onClick={() => setBack(back - 1)}
          />
        </span>
        <State day={shown} />
        <Button
          type="text"
          size="small"
          icon={<RefreshCw size={14} />}
          loading={isLoading}
          onClick={() => void again()}
        >
          {t('desk.bills.again')}
        </Button>
      </header>
      {shown.fault === null ? null : <Note tone="warning">{t('desk.bills.fault', { fault: shown.fault })}</Note>}
      <Sides day={shown} label={t('desk.bills.ofDay', { day: shown.day })} />
      <footer className={styles.foot}>
        <DayTicks days={days} shown={at} />
        <span>{sumUp(days, t)}</span>
      </footer>
    </section>
  );
}

function State({ day: { state, fetchTime } }: { day: BillDay }) {
  const { t } = useTranslation();
  return (
    <span className={styles.state}>
      <Mark look={LOOKS[state]}>{t(`desk.bills.${state}`)}</Mark>
      {fetchTime === null ? null : <small>{t('desk.bills.fetched', { time: minuteOf(fetchTime) })}</small>}
    </span>
  );
}

/** Figures of a day in the books and in the bill, line by line. */
function Sides({ day: { ours, bill, state }, label }: { day: BillDay; label: string }) {
  const { t } = useTranslation();
  const had = state !== 'waiting';
  const rows = [
    { key: 'payments', ours: ours.payments, bill: bill.payments, money: false },
    { key: 'received', ours: ours.paidFen, bill: bill.paidFen, money: true },
    { key: 'givenBack', ours: ours.refundedFen, bill: bill.refundedFen, money: true },
  ] as const;
  const figure = (value: number, money: boolean) => (money ? <Money fen={value} /> : value);
  return (
    <table className={styles.sides} aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('desk.bills.ours')}</th>
          <th scope="col">{t('desk.bills.bill')}</th>
          <th scope="col">{t('desk.bills.differs')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, ours, bill, money }) => (
          <tr key={key} data-apart={had && ours !== bill}>
            <th scope="row">{t(`desk.bills.${key}`)}</th>
            <td>{had ? figure(ours, money) : '—'}</td>
            <td>{had ? figure(bill, money) : '—'}</td>
            <td>{had ? <Apart apart={bill - ours} money={money} /> : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Apart({ apart, money }: { apart: number; money: boolean }) {
  const { t } = useTranslation();
  if (apart === 0) return <Check size={14} className={styles.same} role="img" aria-label={t('desk.bills.agrees')} />;
  if (money) return <Money fen={apart} signed />;
  return apart > 0 ? `+${apart}` : apart;
}

/** A tick a day, the oldest first; the words beside them say the same. */
function DayTicks({ days, shown }: { days: readonly BillDay[]; shown: number }) {
  return (
    <span className={styles.ticks} aria-hidden="true">
      {days.map(({ day, state, wasApart }, at) => (
        <i key={day} data-look={state === 'agrees' && wasApart ? 'corrected' : state} data-shown={at === shown} />
      ))}
    </span>
  );
}

function sumUp(days: readonly BillDay[], t: TFunction): string {
  const count = (of: (day: BillDay) => boolean) => days.filter(of).length;
  const counts = [
    ['agreeing', count(({ state }) => state === 'agrees')],
    ['corrected', count(({ state, wasApart }) => state === 'agrees' && wasApart)],
    ['apartDays', count(({ state }) => state === 'apart')],
    ['openDays', count(({ state }) => state === 'waiting' || state === 'absent')],
  ] as const;
  const said = counts.filter(([, n]) => n > 0).map(([key, n]) => t(`desk.bills.${key}`, { count: n }));
  return [t('desk.bills.days', { count: days.length }), ...said].join(t('desk.bills.comma'));
}
