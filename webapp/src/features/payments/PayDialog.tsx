// Paying an order: the wallet's code or page, the time that is left, and what became of it. Closing it stops nothing: the order waits in the records.
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useCancelOrderMutation } from '@/features/orders/api';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Money } from '@/ui/Money';
import { faultWords } from '@/ui/states/faultWords';
import { PayTicks } from '@/ui/Ticks';
import { Countdown, useCountdown } from '@/ui/time/Countdown';
import styles from './Pay.module.css';
import { PayPicture, type PayState } from './PayPicture';
import { PayPlace } from './PayPlace';
import { usePayState, usePrepared } from './usePayment';
import { keepWallet } from './WalletChoice';
import { useWalletName } from './WalletMark';

const MINUTE_MS = 60_000;

export interface Payable {
  orderId: number;
  orderNo: string;
  totalFen: number;
  deadlineMs: number;
  /** How far the server's clock is ahead of the browser's, ms. */
  skewMs: number;
  /** How long it is open in all, ms: a tick for each minute. */
  openMs: number;
  /** Content of the order, in a line. */
  content: string;
}

interface Props {
  order: Payable;
  /** The wallets that can be used here, and the one that was chosen. */
  wallets: readonly number[];
  wallet: number | undefined;
  open: boolean;
  /** Inside somebody else's page. */
  framed: boolean;
  /** Next step after a paid order. */
  onward: { label: string; onClick: () => void };
  /** Told once, when the order is decided. */
  onDecided?: (state: PayState) => void;
  onClose: () => void;
}

export default function PayDialog(props: Props) {
  const { order, wallets, wallet: first, open, framed, onward, onDecided, onClose } = props;
  const { t } = useTranslation();
  const [wallet, setWallet] = useState(first ?? wallets[0]);
  const change = (to: number) => {
    keepWallet(to);
    setWallet(to);
  };
  const { state, status, refetch } = usePayState(order.orderId, order.totalFen === 0);
  const payment = usePrepared(order.orderId, wallet, open && state === 'pending');
  const name = useWalletName();
  const until = (status?.deadlineMs ?? order.deadlineMs) - order.skewMs;
  const other = wallets.find((each) => each !== wallet);

  const decided = useRef(onDecided);
  decided.current = onDecided;
  useEffect(() => {
    if (state !== 'pending') decided.current?.(state);
  }, [state]);

  return (
    <Sheet open={open} title={t(`pay.title.${state}`)} width={640} onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.left}>
          {state === 'pending' && wallet !== undefined ? (
            <PayPlace wallet={wallet} framed={framed} {...payment} />
          ) : (
            <PayPicture state={state} />
          )}
        </div>
        <div className={styles.right}>
          <p className={styles.caption}>{t(state === 'success' ? 'pay.paid' : 'pay.due')}</p>
          <p className={styles.amount}>
            <Money fen={order.totalFen} />
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>{t('orders.number')}</dt>
              <dd>
                <CopyId id={order.orderNo} />
              </dd>
            </div>
            <div>
              <dt>{t('pay.content')}</dt>
              <dd>{order.content}</dd>
            </div>
          </dl>
          <p className="owl-hidden-text" role="status">
            {t(`pay.states.${state}`)}
          </p>
          {state === 'pending' ? (
            <Pending
              orderId={order.orderId}
              until={until}
              leading={payment.prepared?.show?.kind !== 'page'}
              minutes={Math.max(1, Math.round(order.openMs / MINUTE_MS))}
              other={other === undefined ? undefined : { name: name(other), choose: () => change(other) }}
              refetch={async () => {
                const answer = await refetch();
                return { state: answer.data?.payState ?? 'pending', fault: answer.error as CallFault | undefined };
              }}
            />
          ) : (
            <Decided state={state} onward={onward} onClose={onClose} />
          )}
        </div>
      </div>
    </Sheet>
  );
}

interface PendingProps {
  orderId: number;
  /** By the browser's clock. */
  until: number;
  minutes: number;
  /** Whether "I have paid" is the button to press next: not while the wallet's own page is still to be opened. */
  leading: boolean;
  other: { name: string; choose: () => void } | undefined;
  refetch: () => Promise<{ state: PayState; fault: CallFault | undefined }>;
}

function Pending({ orderId, until, minutes, leading, other, refetch }: PendingProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const alerts = useAlerts();
  const [cancel] = useCancelOrderMutation();
  const [asking, setAsking] = useState(false);
  const left = useCountdown(until, () => void refetch());

  const paid = async () => {
    setAsking(true);
    const answer = await refetch().finally(() => setAsking(false));
    if (answer.fault) toasts.failed(faultWords(answer.fault, t), { key: 'pay' });
    else if (answer.state === 'pending') toasts.noted(t('pay.notYet'), { text: t('pay.notYetText'), key: 'pay' });
  };
  const takeBack = () =>
    alerts.confirm({
      title: t('pay.cancelTitle'),
      content: t('pay.cancelText'),
      okText: t('pay.cancel'),
      cancelText: t('pay.keep'),
      okButtonProps: { danger: true },
      onOk: async () => {
        const { error } = await cancel(orderId);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        await refetch();
      },
    });
  return (
    <>
      <div className={styles.clock}>
        <span className={styles.waiting}>{t('pay.states.pending')}</span>
        <b className={styles.time}>
          <Countdown until={until} />
        </b>
      </div>
      <PayTicks leftMs={left} minutes={minutes} />
      <p className={`${styles.note} owl-prose`}>{t('pay.note')}</p>
      <div className={styles.steps}>
        <Button type={leading ? 'primary' : 'default'} loading={asking} onClick={paid}>
          {t('pay.done')}
        </Button>
        {other ? <Button onClick={other.choose}>{t('pay.other', { wallet: other.name })}</Button> : null}
      </div>
      <button type="button" className={`owl-plain-button ${styles.cancel}`} onClick={takeBack}>
        {t('pay.cancel')}
      </button>
    </>
  );
}

interface DecidedProps {
  state: Exclude<PayState, 'pending'>;
  onward: { label: string; onClick: () => void };
  onClose: () => void;
}

function Decided({ state, onward, onClose }: DecidedProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.verdict} data-state={state}>
        {t(`pay.states.${state}`)}
      </p>
      <p className={`${styles.note} owl-prose`}>{t(`pay.after.${state}`)}</p>
      <div className={styles.steps}>
        {state === 'success' ? (
          <Button type="primary" onClick={onward.onClick}>
            {onward.label}
          </Button>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t('pay.again')}
          </Button>
        )}
      </div>
    </>
  );
}
