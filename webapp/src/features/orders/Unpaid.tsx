// The order that still waits for its payment, wherever money is spent and on the list: what it is, how long it waits, paid now or taken back.
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { Countdown, useCountdown } from '@/ui/Countdown';
import { Money } from '@/ui/Money';
import { ClockSkew } from '@/ui/useNow';
import { type OrderRow, useListConfigurationsQuery, useListOrdersQuery } from './api';
import { useEmbedding } from './embedding';
import { PayAgain } from './PayAgain';
import styles from './Unpaid.module.css';
import { useOrderNews } from './useOrderNews';
import { contentOf } from './words';

const WAITING = { pageNo: 1, pageSize: 10, state: 'waiting' };

/** The one whose time is over first; how many others there are is said beside it. */
export default function Unpaid() {
  useOrderNews();
  const { data, refetch } = useListOrdersQuery(WAITING, { refetchOnMountOrArgChange: true, refetchOnReconnect: true });
  // What a payment came to is said where it was made: its dialog outlives the order's waiting.
  const [paying, setPaying] = useState<OrderRow | null>(null);
  const waiting = (data?.list ?? []).toSorted((a, b) => a.deadlineMs - b.deadlineMs);
  const order = paying ?? waiting[0];
  const { data: shelf } = useListConfigurationsQuery(undefined, { skip: !order });
  if (!order || !shelf) return null;
  return (
    // The page may know how the server's clock goes; what is shown and paid here has it from the shelf.
    <ClockSkew value={0}>
      <Waiting
        key={order.orderId}
        order={order}
        until={order.deadlineMs - shelf.skewMs}
        others={waiting.length - 1}
        paying={paying !== null}
        onPaying={(open) => setPaying(open ? order : null)}
        onOver={() => void refetch()}
      />
    </ClockSkew>
  );
}

interface Props {
  order: OrderRow;
  /** By the browser's clock. */
  until: number;
  others: number;
  paying: boolean;
  onPaying: (paying: boolean) => void;
  onOver: () => void;
}

function Waiting({ order, until, others, paying, onPaying, onOver }: Props) {
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
      <div className={styles.steps}>
        <PayAgain order={order} verb={t('pay.keep')} small paying={paying} onPaying={onPaying} />
      </div>
    </div>
  );
}
