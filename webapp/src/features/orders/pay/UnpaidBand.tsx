// Band in the page for an order that waits for its payment: what it is, how long it waits, paid now or taken back.
import { Hourglass } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { getView } from '@/core/session';
import { Money } from '@/ui/Money';
import { Countdown, useCountdown } from '@/ui/time/Countdown';
import type { OrderRow } from '../api';
import { useEmbedding } from '../embedding';
import { contentOf } from '../words';
import { PayAgain } from './PayAgain';
import styles from './Unpaid.module.css';

interface Props {
  order: OrderRow;
  /** By the browser's clock. */
  until: number;
  others: number;
  paying: boolean;
  onPaying: (paying: boolean) => void;
  onOver: () => void;
}

export default function UnpaidBand({ order, until, others, paying, onPaying, onOver }: Props) {
  const { t } = useTranslation();
  const framed = useEmbedding() !== null;
  const left = useCountdown(until, onOver);
  if (left === 0 && !paying) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div className={styles.band} role="group" aria-label={t('orders.unpaid')}>
      <Hourglass size={16} strokeWidth={1.6} aria-hidden="true" />
      <p className={styles.words}>
        <b>
          {t('orders.unpaid')} <Money fen={order.totalFen} />
        </b>
        <span>{contentOf(order, t)}</span>
        <span className="owl-nowrap">
          <Trans i18nKey="orders.left" components={{ clock: <Countdown until={until} /> }} />
        </span>
        {others > 0 && !framed ? (
          <Link to={`${paths.orders}?state=waiting`}>{t('orders.othersUnpaid', { n: others })}</Link>
        ) : null}
      </p>
      {/* Paying and cancelling are the member's own. */}
      {getView() ? null : (
        <div className={styles.steps}>
          <PayAgain order={order} verb={t('pay.keep')} small paying={paying} onPaying={onPaying} />
        </div>
      )}
    </div>
  );
}
