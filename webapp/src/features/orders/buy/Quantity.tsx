// How many, and where the price of each falls: a bar of the price's steps, and what a few more would cost.
import { Button, InputNumber, Space } from 'antd';
import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen, type PriceView } from '@/core/rules';
import { rangeAt, stepOf } from '../words';
import styles from './Choices.module.css';

interface Tier {
  from: number;
  unitFen: number;
}
interface Props {
  tiers: readonly Tier[];
  price: PriceView;
  quantity: number;
  most: number;
  onChange: (quantity: number) => void;
}

export function Quantity({ tiers, price, quantity, most, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const reached = stepOf(tiers, quantity);
  const more = price.nextTotalFen - price.totalFen;
  return (
    <>
      <h2 id={id} className={styles.legend}>
        {t('buy.quantity')}
      </h2>
      <div className={styles.quantity}>
        <Space.Compact>
          <Button
            icon={<Minus size={16} strokeWidth={1.6} />}
            aria-label={t('buy.fewer')}
            disabled={quantity <= 1}
            onClick={() => onChange(quantity - 1)}
          />
          <InputNumber
            aria-labelledby={id}
            className={styles.number ?? ''}
            controls={false}
            min={1}
            max={most}
            precision={0}
            value={quantity}
            onChange={(value) => onChange(typeof value === 'number' ? value : 1)}
          />
          <Button
            icon={<Plus size={16} strokeWidth={1.6} />}
            aria-label={t('buy.more')}
            disabled={quantity >= most}
            onClick={() => onChange(quantity + 1)}
          />
        </Space.Compact>
        {tiers.length > 1 ? (
          <ol className={styles.steps} aria-label={t('buy.steps')}>
            {tiers.map((tier, at) => (
              <li key={tier.from} data-now={at === reached} data-past={at < reached}>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ width: `${filled(tiers, at, quantity) * 100}%` }} />
                </span>
                <span className={styles.step}>
                  <b>¥{formatFen(tier.unitFen)}</b> {t('buy.pieces', { range: rangeAt(tiers, at) })}
                </span>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      {price.nextFrom > 0 && price.nextFrom <= most ? (
        <p className={styles.next}>
          {t(more > 0 ? 'buy.next' : 'buy.nextCheaper', {
            count: price.nextFrom - quantity,
            total: price.nextFrom,
            price: formatFen(price.nextUnitFen),
            more: formatFen(Math.abs(more)),
          })}
          <Button type="link" size="small" onClick={() => onChange(price.nextFrom)}>
            {t('buy.makeIt', { n: price.nextFrom })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** How much of a step's bar is filled, 0 to 1. */
function filled(tiers: readonly Tier[], at: number, quantity: number): number {
  const from = tiers[at]?.from ?? 1;
  const length = (tiers[at + 1]?.from ?? from * 2) - from;
  return Math.max(0, Math.min(1, (quantity - from + 1) / length));
}
