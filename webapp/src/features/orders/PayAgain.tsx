// An order that waits: paid after all, or taken back. The dialog stays when it waits no longer, and says what became of it.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { walletsHere } from '@/features/payments/WalletChoice';
import { Confirm } from '@/ui/Confirm';
import { faultWords } from '@/ui/faultWords';
import { useToasts } from '@/ui/Toasts';
import { type Order, useCancelOrderMutation, useListConfigurationsQuery } from './api';
import { PayOrder } from './PayOrder';

export interface Paying {
  paying: boolean;
  onPaying: (paying: boolean) => void;
}

export function PayAgain({ order, paying, onPaying }: Paying & { order: Order }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data: shelf } = useListConfigurationsQuery();
  const [cancel] = useCancelOrderMutation();
  const [leaving, setLeaving] = useState(false);
  const wallets = walletsHere(shelf?.wallets ?? []);
  return (
    <>
      {order.state === 'waiting' ? (
        <>
          <Button onClick={() => setLeaving(true)}>{t('pay.cancel')}</Button>
          <Button type="primary" disabled={wallets.length === 0} onClick={() => onPaying(true)}>
            {t('orders.payNow')}
          </Button>
        </>
      ) : null}
      {shelf ? (
        <PayOrder
          order={paying ? order : null}
          wallet={order.payMethod?.wallet ?? wallets[0]}
          shelf={shelf}
          onClose={() => onPaying(false)}
        />
      ) : null}
      <Confirm
        open={leaving}
        title={t('pay.cancelTitle')}
        verb={t('pay.cancel')}
        onConfirm={async () => {
          const { error } = await cancel(order.orderId);
          if (error) toasts.failed(faultWords(error as CallFault, t));
          else toasts.done(t('orders.cancelled'));
        }}
        onClose={() => setLeaving(false)}
      >
        {t('pay.cancelText')}
      </Confirm>
    </>
  );
}
