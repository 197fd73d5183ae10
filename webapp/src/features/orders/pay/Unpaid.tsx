// The order that still waits for its payment, wherever money is spent and on the list. Its band comes when there is one.
import { Suspense, useState } from 'react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ClockSkew } from '@/ui/time/useNow';
import { type OrderRow, useListConfigurationsQuery, useListOrdersQuery } from '../api';
import { useOrderNews } from '../useOrderNews';

const UnpaidBand = lazyWithRetry(() => withWords(['orders', 'payments'], () => import('./UnpaidBand')), 'button');

const WAITING = { pageNo: 1, pageSize: 10, state: 'waiting' };

/** The one whose time is over first; how many others there are is said beside it. */
export default function Unpaid() {
  useOrderNews();
  const { data, refetch } = useListOrdersQuery(WAITING, { refetchOnMountOrArgChange: true, refetchOnReconnect: true });
  // The outcome of a payment is said where it was made: its dialog outlives the order's waiting.
  const [paying, setPaying] = useState<OrderRow | null>(null);
  const waiting = (data?.list ?? []).toSorted((a, b) => a.deadlineMs - b.deadlineMs);
  const order = paying ?? waiting[0];
  const { data: shelf } = useListConfigurationsQuery(undefined, { skip: !order });
  if (!order || !shelf) return null;
  return (
    // The page may know how the server's clock goes; what is shown and paid here has it from the shelf.
    <ClockSkew value={0}>
      <Suspense fallback={null}>
        <UnpaidBand
          key={order.orderId}
          order={order}
          until={order.deadlineMs - shelf.skewMs}
          others={waiting.length - 1}
          paying={paying !== null}
          onPaying={(open) => setPaying(open ? order : null)}
          onOver={() => void refetch()}
        />
      </Suspense>
    </ClockSkew>
  );
}
