// The form of a renewal, and its order at the right.
import { Button, Segmented } from 'antd';
import { ArrowRight, ClipboardPaste } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatTime, orderLimits, packageViews } from '@/core/rules';
import { DayField } from '@/ui/fields/DayField';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { PhonePicker } from '@/ui/pick/PhonePicker';
import type { Shelf, Stocked } from '../api';
import { PackageChoice } from '../buy/PackageChoice';
import styles from '../Order.module.css';
import { OrderPanel, type Paid } from '../OrderPanel';
import { PayOrder } from '../pay/PayOrder';
import Unpaid from '../pay/Unpaid';
import { useOrdering } from '../useOrdering';
import { dayOf } from './days';
import look from './Renew.module.css';
import { RenewLines } from './RenewLines';
import { configurationOf, type RenewPhone } from './renewal';
import { UpgradeChoice } from './UpgradeChoice';
import { useOwnPhones } from './useOwnPhones';
import { type Mode, modes, useChosen, useRenewForm } from './useRenewForm';

const PasteIds = lazyWithRetry(() => import('./PasteIds'), 'over');

interface Props {
  shelf: Stocked;
  /** The server's clock. */
  now: number;
  title: ReactNode;
}

export function Renewing({ shelf, now, title }: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [mode, setMode] = useState<Mode>(query.get('mode') === 'upgrade' ? 'upgrade' : 'package');
  const [pasting, setPasting] = useState(false);
  const [wallet, setWallet] = useState<number>();
  const own = useOwnPhones(shelf, now);
  const selection = useChosen(own, mode);
  const phones = selection.rows;
  const form = useRenewForm({ mode, phones, shelf, now });
  const ordering = useOrdering();
  const becomes = (id: number) => {
    const line = form.lines.find(({ phone }) => phone.id === id);
    return line ? <NewEnd expireMs={line.expireMs} /> : null;
  };
  const { linesMax, dayMs } = orderLimits();

  const place = async (by: number | undefined, paid: Paid) => {
    const draft = form.draft(paid);
    if (!draft) return false;
    setWallet(by);
    return (await ordering.place(draft)) !== undefined;
  };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.head}>
          {title}
          <p className={styles.subtitle}>
            {t('renew.subtitle', { count: Math.round((shelf.rules.graceMs + shelf.rules.binMs) / dayMs) })}
          </p>
        </div>
        <Unpaid />
        <section className={styles.section}>
          <Segmented<Mode>
            aria-label={t('renew.mode')}
            value={mode}
            onChange={(next) => {
              setMode(next);
              ordering.forget();
            }}
            options={modes.map((each) => ({ value: each, label: t(`renew.modes.${each}`) }))}
          />
        </section>
        <section className={styles.section} aria-label={t('renew.phones')}>
          <div className={look.bar}>
            <h2 className={styles.heading}>{t('renew.phones')}</h2>
            {mode === 'upgrade' ? null : (
              <Button icon={<ClipboardPaste size={16} strokeWidth={1.6} />} onClick={() => setPasting(true)}>
                {t('renew.paste')}
              </Button>
            )}
          </div>
          <PhonePicker
            key={mode === 'upgrade' ? 'one' : 'many'}
            source={own.source}
            selection={selection}
            cap={mode === 'upgrade' ? 1 : linesMax}
            outcome={mode === 'upgrade' ? undefined : becomes}
            whole
          />
        </section>
        {mode === 'package' ? (
          <section className={styles.section}>
            <AllPackages shelf={shelf} phones={phones} days={form.days} onChange={form.chooseDays} />
          </section>
        ) : null}
        {mode === 'align' ? (
          <section className={styles.section}>
            <h2 className={styles.heading}>{t('renew.day')}</h2>
            <DayField
              aria-label={t('renew.day')}
              className={look.date ?? ''}
              value={form.day}
              min={dayOf(now, shelf.rules.zone)}
              onChange={form.chooseDay}
            />
            <p className={`${look.note} owl-prose`}>{t('renew.dayNote')}</p>
          </section>
        ) : null}
        {mode === 'upgrade' ? (
          <section className={styles.section}>
            <UpgradeChoice shelf={shelf} phone={phones[0]} now={now} value={form.target} onChange={form.chooseTarget} />
          </section>
        ) : null}
        {form.lines.length > 0 ? (
          <section className={styles.section}>
            <h2 className={styles.heading}>{t('renew.lines')}</h2>
            <RenewLines
              shelf={shelf}
              lines={form.lines}
              onPackage={mode === 'package' ? form.choosePackage : null}
              onRemove={({ phone }) => selection.setAll([phone], false)}
            />
          </section>
        ) : null}
      </div>
      <OrderPanel
        lines={form.words}
        priceFen={form.price && !form.price.fault ? form.price.totalFen : null}
        blocked={form.blocked}
        offers={shelf.wallets}
        points={shelf.points}
        rules={shelf.rules}
        busy={ordering.busy}
        fault={ordering.fault}
        warning={mode === 'upgrade' ? t('renew.upgradeLoses') : undefined}
        onPay={place}
      />
      <PayOrder order={ordering.order} wallet={wallet} shelf={shelf} onClose={ordering.leave} />
      {pasting ? (
        <Suspense fallback={null}>
          <PasteIds
            open
            find={own.pasted}
            onPick={(found) => selection.setAll(found, true)}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The new last day of a phone. */
function NewEnd({ expireMs }: { expireMs: number }) {
  const { t } = useTranslation();
  return (
    <span className={`${look.becomes} owl-figures`}>
      <ArrowRight size={14} strokeWidth={1.6} role="img" aria-label={t('renew.becomes')} />
      <time dateTime={new Date(expireMs).toISOString()}>{formatTime(expireMs).slice(0, 10)}</time>
    </span>
  );
}

interface AllProps {
  shelf: Shelf;
  phones: readonly RenewPhone[];
  days: number | undefined;
  onChange: (days: number) => void;
}

/** One length for all: the packages of the first phone's configuration stand for those of the others, which have prices of their own. */
function AllPackages({ shelf, phones, days, onChange }: AllProps) {
  const [first] = phones;
  const configuration = first ? configurationOf(shelf, first) : shelf.list[0];
  const views = packageViews(configuration?.packages ?? []);
  return (
    <PackageChoice
      views={views}
      value={days ?? views.find(({ base }) => base)?.days ?? views[0]?.days}
      onChange={onChange}
      plain={phones.some((phone) => phone.configurationId !== first?.configurationId)}
    />
  );
}
