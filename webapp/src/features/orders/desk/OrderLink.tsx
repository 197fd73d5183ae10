// An order by its number, as a link for whoever may list orders.
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { Gate } from '@/ui/rights/Gate';

interface Props {
  /** Null: no order of ours. */
  orderId: number | null;
  orderNo: string | null;
}

export function OrderLink({ orderId, orderNo }: Props) {
  if (orderId === null) return null;
  return (
    <Gate operation="list_all_orders" otherwise={orderNo}>
      <Link to={`${paths.allOrders}?order=${orderId}`}>{orderNo}</Link>
    </Gate>
  );
}
