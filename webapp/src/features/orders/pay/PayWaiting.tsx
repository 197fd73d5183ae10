// The payment of an order that waits, with the wallet that was chosen for it.
import { usualWallet, walletsHere } from '@/features/payments/WalletChoice';
import { type OrderRow, useListConfigurationsQuery } from '../api';
import { PayOrder } from './PayOrder';

interface Props {
  /** Null: the dialog is closed. */
  order: OrderRow | null;
  onClose: () => void;
}

export default function PayWaiting({ order, onClose }: Props) {
  const { data: shelf } = useListConfigurationsQuery();
  if (!shelf) return null;
  const wallet = order?.payMethod?.wallet ?? usualWallet(walletsHere(shelf.wallets));
  return <PayOrder order={order} wallet={wallet} shelf={shelf} onClose={onClose} />;
}
