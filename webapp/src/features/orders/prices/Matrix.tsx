// Prices of a configuration: a row for each package, a column for each step of quantity. A changed price stands beside the one before it.

import { Button, Input, InputNumber, Switch } from 'antd';
import type { TFunction } from 'i18next';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceLimits } from '@/contract/constants';
import { formatFen, orderLimits } from '@/core/rules';
import { rangeAt } from '../words';
import { type Draft, type DraftPackage, fenOf, priceIn } from './draft';
import styles from './Prices.module.css';

/** Where the server refused, and its words. */
export interface Refused {
  at: number;
  /** Quantity of the refused price; none: the package as a whole. */
  from: number | undefined;
  words: string;
}

interface Props {
  draft: Draft;
  /** The prices in force. */
  base: Draft;
  readOnly: boolean;
  refused: Refused | null;
  onChange: (draft: Draft) => void;
}

const ICON = { size: 16, strokeWidth: 1.6 } as const;

export function Matrix({ draft, base, readOnly, refused, onChange }: Props) {
  const { t } = useTranslation();
  const { froms, packages } = draft;
  const steps = froms.map((from) => ({ from }));
  const put = (at: number, part: Partial<DraftPackage>) =>
    onChange({ froms, packages: packages.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  return (
    <>
      <div className={styles.sectionHead}>
        <h3 className={styles.heading}>{t('prices.matrix')}</h3>
        <span className={styles.quiet}>{t('prices.matrixText')}</span>
        {readOnly ? null : <Adding draft={draft} onChange={onChange} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too. */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('prices.matrix')}>
        <table className={styles.matrix}>
          <caption className="owl-hidden-text">{t('prices.matrix')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('prices.package')}</th>
              {froms.map((from, at) => (
                <th key={from} scope="col" className={styles.figure}>
                  {readOnly ? rangeAt(steps, at) : t('prices.range', { range: rangeAt(steps, at) })}
                  {readOnly || from === 1 ? null : (
                    <Button
                      type="text"
                      size="small"
                      aria-label={t('prices.removeTier', { count: from })}
                      icon={<Trash2 size={14} strokeWidth={1.6} />}
                      onClick={() => onChange(withoutTier(draft, from))}
                    />
                  )}
                </th>
              ))}
              <th scope="col">{t('prices.onSale')}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((one, at) => (
              <tr key={one.packageId} data-off={!one.onSale}>
                <th scope="row">
                  <span className={styles.days}>{t('prices.days', { count: one.days })}</span>
                  <span className={styles.quiet}>{perDay(one, t)}</span>
                  {refused?.at === at && refused.from === undefined ? (
                    <span className={styles.refused} role="alert">
                      {refused.words}
                    </span>
                  ) : null}
                </th>
                {froms.map((from) => (
                  <td key={from}>
                    <Price
                      label={t('prices.cell', { days: one.days, count: from })}
                      value={one.cells[from] ?? ''}
                      before={priceIn(base, one.days, from)}
                      readOnly={readOnly}
                      refused={refused?.at === at && refused.from === from ? refused.words : undefined}
                      onChange={(text) => put(at, { cells: { ...one.cells, [from]: text } })}
                    />
                  </td>
                ))}
                <td className={styles.sale}>
                  <Switch
                    aria-label={t('prices.saleOf', { count: one.days })}
                    checked={one.onSale}
                    disabled={readOnly}
                    onChange={(onSale) => put(at, { onSale })}
                  />
                  {readOnly || one.packageId > 0 || packages.length === 1 ? null : (
                    <Button
                      type="text"
                      aria-label={t('prices.removePackage', { count: one.days })}
                      icon={<Trash2 {...ICON} />}
                      onClick={() => onChange({ froms, packages: packages.filter((other) => other !== one) })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function withoutTier({ froms, packages }: Draft, from: number): Draft {
  const without = ({ cells, ...rest }: DraftPackage): DraftPackage => {
    const { [from]: _, ...kept } = cells;
    return { ...rest, cells: kept };
  };
  return { froms: froms.filter((other) => other !== from), packages: packages.map(without) };
}

function perDay({ days, cells }: DraftPackage, t: TFunction): string {
  const fen = fenOf(cells[1]);
  return fen !== undefined && fen > 0 ? t('prices.perDay', { price: formatFen(Math.ceil(fen / days)) }) : '';
}

interface PriceProps {
  label: string;
  value: string;
  before: string | undefined;
  readOnly: boolean;
  refused: string | undefined;
  onChange: (text: string) => void;
}

/** One price, in yuan. */
function Price({ label, value, before, readOnly, refused, onChange }: PriceProps) {
  const changed = fenOf(value) !== fenOf(before);
  if (readOnly) {
    return (
      <span className={`${styles.plain} owl-figures`} data-changed={changed}>
        {changed && before ? <s>{before}</s> : null} {value || '–'}
      </span>
    );
  }
  return (
    <>
      <Input
        className={`${styles.price} ${changed ? styles.changed : ''}`}
        aria-label={label}
        aria-invalid={refused !== undefined}
        status={refused ? 'error' : ''}
        inputMode="decimal"
        autoComplete="off"
        prefix={changed && before ? <s className={styles.quiet}>{before}</s> : <span />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {refused ? (
        <span className={styles.refused} role="alert">
          {refused}
        </span>
      ) : null}
    </>
  );
}

/** Fields that add a step of quantity or a package. */
function Adding({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { t } = useTranslation();
  const { froms, packages } = draft;
  const [from, setFrom] = useState<number | null>(null);
  const [days, setDays] = useState<number | null>(null);
  const addTier = () => {
    if (from === null || froms.includes(from)) return;
    onChange({ ...draft, froms: [...froms, from].sort((a, b) => a - b) });
    setFrom(null);
  };
  const addPackage = () => {
    if (days === null || packages.some((one) => one.days === days)) return;
    const packageId = Math.min(0, ...packages.map((one) => one.packageId)) - 1;
    const more = [...packages, { packageId, days, onSale: true, cells: {} }];
    onChange({ froms, packages: more.sort((a, b) => a.days - b.days) });
    setDays(null);
  };
  return (
    <span className={styles.actions}>
      <InputNumber
        className={styles.adding ?? ''}
        aria-label={t('prices.tierFrom')}
        placeholder={t('prices.tierFrom')}
        controls={false}
        precision={0}
        min={2}
        max={orderLimits().quantityMax}
        value={from}
        onChange={setFrom}
        onPressEnter={addTier}
      />
      <Button
        type="link"
        size="small"
        icon={<Plus {...ICON} />}
        disabled={from === null || froms.length >= PriceLimits.tiersMax}
        onClick={addTier}
      >
        {t('prices.addTier')}
      </Button>
      <InputNumber
        className={styles.adding ?? ''}
        aria-label={t('prices.packageDays')}
        placeholder={t('prices.packageDays')}
        controls={false}
        precision={0}
        min={1}
        max={3650}
        value={days}
        onChange={setDays}
        onPressEnter={addPackage}
      />
      <Button
        type="link"
        size="small"
        icon={<Plus {...ICON} />}
        disabled={days === null || packages.length >= PriceLimits.packagesMax}
        onClick={addPackage}
      >
        {t('prices.addPackage')}
      </Button>
    </span>
  );
}
