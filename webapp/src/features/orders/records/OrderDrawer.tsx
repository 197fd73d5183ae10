// One of the member's orders in full, and what can be done about it.
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePayState } from '@/features/payments/usePayment';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { type Order, useGetOrderQuery } from '../api';
import { PayAgain, type Paying } from '../pay/PayAgain';
import { OrderDetails } from './OrderDetails';
import styles from './Records.module.css';

const RefundDialog = lazyWithRetry(() => import('./RefundDialog'), 'over');

interface Props {
  orderId: number;
  onClose: () => void;
}

export default function OrderDrawer({ orderId, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { data, error, refetch } = useGetOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  // The outcome of a payment is said where it was made: its dialog outlives the order's waiting.
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
        <OrderDetails order={data} owned />
      ) : error ? (
        <FaultState title={t('orders.detailsFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </Drawer>
  );
}

/** A member who comes back from a wallet's page may be faster than its word: the wallet is asked as long as the order waits. */
function Following({ orderId }: { orderId: number }) {
  usePayState(orderId);
  return null;
}

/** Steps with an order: an unpaid one is paid or taken back, of a paid one money is wanted back. */
function Steps({ order, pay }: { order: Order; pay: Paying | null }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.steps}>
      {pay ? <PayAgain order={order} verb={t('orders.payNow')} {...pay} /> : null}
      {order.refundableFen > 0 ? (
        <ChangeButton onClick={() => setAsking(true)}>{t('orders.refund')}</ChangeButton>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <RefundDialog open order={order} leftFen={order.refundableFen} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
