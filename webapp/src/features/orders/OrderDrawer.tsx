// One order in full: what was bought, for which phones, how it was paid, what went back, and what can be done about it.
import { Button, Drawer } from 'antd';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { usePayState } from '@/features/payments/usePayment';
import { CopyId } from '@/ui/CopyId';
import { FaultState } from '@/ui/FaultState';
import { later } from '@/ui/later';
import { Money } from '@/ui/Money';
import { RowSkeletons } from '@/ui/Skeletons';
import { useWide } from '@/ui/useWide';
import { type Order, useGetOrderQuery } from './api';
import { PayAgain, type Paying } from './PayAgain';
import styles from './Records.module.css';
import { packageText } from './recordColumns';
import { StateMark } from './StateMark';
import { methodText, minuteOf, typeText } from './words';

const RefundDialog = later(() => import('./RefundDialog'), 'over');

interface Props {
  orderId: number;
  onClose: () => void;
}

export default function OrderDrawer({ orderId, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { data, error, refetch } = useGetOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  // What a payment came to is said where it was made: its dialog outlives the order's waiting.
  const [paying, setPaying] = useState(false);
  const payable = data?.state === 'waiting' || paying;
  return (
    <Drawer
      open
      title={t('orders.details')}
      onClose={onClose}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 520 : '92dvh'}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, placement: 'end', 'aria-label': t('common.close') }}
      footer={
        data && (payable || data.refundableFen > 0) ? (
          <Steps order={data} pay={payable ? { paying, onPaying: setPaying } : null} />
        ) : null
      }
    >
      {data?.state === 'waiting' ? <Following orderId={orderId} /> : null}
      {data ? (
        <Inside order={data} />
      ) : error ? (
        <FaultState title={t('orders.detailsFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </Drawer>
  );
}

/** Whoever comes back from a wallet's page may be faster than its word: the wallet is asked as long as the order waits. */
function Following({ orderId }: { orderId: number }) {
  usePayState(orderId);
  return null;
}

function Inside({ order }: { order: Order }) {
  const { t } = useTranslation();
  const days = packageText(order.packageDays, t('orders.mixed'), (n) => t('buy.days', { count: n }));
  return (
    <div className={styles.details}>
      <p className={styles.sum}>
        <b>
          <Money fen={order.totalFen} />
        </b>
        <StateMark state={order.state} />
      </p>
      <dl className={styles.facts}>
        <Fact label={t('orders.number')}>
          <CopyId id={order.orderNo} />
        </Fact>
        <Fact label={t('orders.time')}>{formatTime(order.createTime)}</Fact>
        <Fact label={t('orders.type')}>{typeText(order.type, t)}</Fact>
        <Fact label={t('orders.spec')}>{order.specName}</Fact>
        <Fact label={t('orders.package')}>{days}</Fact>
        <Fact label={t('orders.quantity')}>{order.quantity}</Fact>
        {order.unitFen !== null ? (
          <Fact label={t('orders.unit')}>
            <Money fen={order.unitFen} />
          </Fact>
        ) : null}
        {order.discountFen > 0 ? (
          <>
            <Fact label={t('orders.listSum')}>
              <Money fen={order.listFen} />
            </Fact>
            <Fact label={t('orders.discount')}>
              <Money fen={-order.discountFen} />
            </Fact>
          </>
        ) : null}
        {order.points > 0 ? (
          <Fact label={t('orders.pointsOf', { count: order.points })}>
            <Money fen={-order.pointsFen} />
          </Fact>
        ) : null}
        <Fact label={t('orders.price')}>
          <Money fen={order.totalFen} />
        </Fact>
        <Fact label={t('orders.paidFen')}>
          <Money fen={order.paidFen} />
        </Fact>
        <Fact label={t('orders.payMethod')}>{methodText(order, t)}</Fact>
        {order.payTime ? <Fact label={t('orders.payTime')}>{formatTime(order.payTime)}</Fact> : null}
        <Fact label={t('orders.serial')}>{order.serialNo ? <CopyId id={order.serialNo} /> : '–'}</Fact>
      </dl>
      <Phones order={order} />
      <Refunds order={order} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="owl-figures">{children}</dd>
    </div>
  );
}

/** The phones of the order: with a renewal what became of each, with a purchase those that were assigned. */
function Phones({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lines = order.lines.filter(({ phoneId }) => phoneId !== null && phoneId !== undefined);
  const bought = lines.length > 0 ? [] : order.phones;
  if (lines.length + bought.length === 0) return null;
  return (
    <section>
      <h3 className={styles.part}>{t('orders.phones', { count: lines.length + bought.length })}</h3>
      <ul className={styles.phones}>
        {lines.map((line) => (
          <li key={line.phoneId}>
            <Phone name={line.phoneAlias ?? ''} code={line.owlId ?? ''} />
            <span className={`${styles.change} owl-figures`}>
              {line.oldExpireMs && line.newExpireMs
                ? t('orders.expiry', { from: minuteOf(line.oldExpireMs), to: minuteOf(line.newExpireMs) })
                : ''}
            </span>
            <Money fen={line.totalFen} />
          </li>
        ))}
        {bought.map(({ phoneId, owlId, phoneAlias, gone }) => (
          <li key={phoneId}>
            <Phone name={phoneAlias} code={owlId} gone={gone} />
            {gone ? <span className={styles.reason}>{t('orders.gone')}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A phone that is still the member's is found in the list by its id. */
function Phone({ name, code, gone = false }: { name: string; code: string; gone?: boolean }) {
  return (
    <span className={styles.phone}>
      {gone ? (
        <span>{name || code}</span>
      ) : (
        <Link to={`${paths.home}?q=${encodeURIComponent(code)}`}>{name || code}</Link>
      )}
      <CopyId id={code} />
    </span>
  );
}

const refundKeys = {
  asked: 'orders.refundStates.asked',
  queued: 'orders.refundStates.queued',
  processing: 'orders.refundStates.processing',
  done: 'orders.refundStates.done',
  failed: 'orders.refundStates.failed',
  refused: 'orders.refundStates.refused',
} as const;

function Refunds({ order }: { order: Order }) {
  const { t } = useTranslation();
  if (order.refunds.length === 0) return null;
  return (
    <section>
      <h3 className={styles.part}>{t('orders.refunds')}</h3>
      <ul className={styles.phones}>
        {order.refunds.map(({ refundNo, amountFen, points, state, reason, answer, createTime }) => (
          <li key={refundNo}>
            <span className={styles.phone}>
              <b>{t(refundKeys[state as keyof typeof refundKeys])}</b>
              <span className={styles.reason}>{answer ? t('orders.answered', { reason, answer }) : reason}</span>
              <span className={styles.reason}>{minuteOf(createTime)}</span>
            </span>
            {points > 0 ? <b>{t('orders.pointsBack', { count: points })}</b> : <Money fen={amountFen} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done: an unpaid order is paid or taken back, of a paid one money is wanted back. */
function Steps({ order, pay }: { order: Order; pay: Paying | null }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.steps}>
      {pay ? <PayAgain order={order} verb={t('orders.payNow')} {...pay} /> : null}
      {order.refundableFen > 0 ? <Button onClick={() => setAsking(true)}>{t('orders.refund')}</Button> : null}
      {asking ? (
        <Suspense fallback={null}>
          <RefundDialog open order={order} leftFen={order.refundableFen} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
