// An order that waits: paid after all, or taken back. The dialog stays when it waits no longer, and says what became of it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { walletsHere } from '@/features/payments/WalletChoice';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { type OrderRow, useCancelOrderMutation, useListConfigurationsQuery } from '../api';
import PayWaiting from './PayWaiting';

export interface Paying {
  paying: boolean;
  onPaying: (paying: boolean) => void;
}

interface Props extends Paying {
  order: OrderRow;
  /** Label of the button that pays. */
  verb: string;
  /** Beside what the page itself is for. */
  small?: boolean;
}

export function PayAgain({ order, paying, onPaying, verb, small = false }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data: shelf } = useListConfigurationsQuery();
  const [cancel] = useCancelOrderMutation();
  const [leaving, setLeaving] = useState(false);
  const wallets = walletsHere(shelf?.wallets ?? []);
  const size = small ? 'small' : 'middle';
  return (
    <>
      {order.state === 'waiting' ? (
        <>
          <ChangeButton size={size} onClick={() => setLeaving(true)}>
            {t('pay.cancel')}
          </ChangeButton>
          <ChangeButton
            size={size}
            type={small ? 'default' : 'primary'}
            disabled={wallets.length === 0}
            onClick={() => onPaying(true)}
          >
            {verb}
          </ChangeButton>
        </>
      ) : null}
      <PayWaiting order={paying ? order : null} onClose={() => onPaying(false)} />
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
