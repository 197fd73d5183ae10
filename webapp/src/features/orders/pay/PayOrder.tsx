// An order that was just made, in the pay dialog; when it is paid, its phones are the next thing to see.
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { walletsHere } from '@/features/payments/WalletChoice';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { OrderRow, Stocked } from '../api';
import { useEmbedding } from '../embedding';
import { contentOf } from '../words';

const PayDialog = lazyWithRetry(() => import('@/features/payments/PayDialog'), 'over');

interface Props {
  /** Null: nothing is to be paid. */
  order: OrderRow | null;
  wallet: number | undefined;
  shelf: Pick<Stocked, 'rules' | 'wallets' | 'skewMs'>;
  onClose: () => void;
}

export function PayOrder({ order, wallet, shelf, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const embedding = useEmbedding();
  // Kept while the dialog goes.
  const [shown, setShown] = useState(order);
  useEffect(() => {
    if (order) setShown(order);
  }, [order]);
  if (!shown) return null;
  const onward = embedding
    ? { label: t('common.close'), onClick: onClose }
    : { label: t('pay.toPhones'), onClick: () => void navigate(paths.home) };
  return (
    <Suspense fallback={null}>
      <PayDialog
        key={shown.orderId}
        open={order !== null}
        order={{ ...shown, openMs: shelf.rules.payMs, skewMs: shelf.skewMs, content: contentOf(shown, t) }}
        wallets={walletsHere(shelf.wallets)}
        wallet={wallet}
        onward={onward}
        framed={embedding !== null}
        onDecided={(state) => embedding?.tell({ orderId: shown.orderId, orderNo: shown.orderNo, state })}
        onClose={onClose}
      />
    </Suspense>
  );
}
