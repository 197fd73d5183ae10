// The order at the right of what is chosen: its lines, the total, who takes the money, the agreement, and one button that repeats the amount.
import { Button } from 'antd';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatFen } from '@/core/rules';
import { type Offer, WalletChoice, walletsHere } from '@/features/payments/WalletChoice';
import { faultWords } from '@/ui/faultWords';
import { Money } from '@/ui/Money';
import { Agreement } from './Agreement';
import styles from './Order.module.css';

/** One line of the panel: words, and an amount at the right. */
export interface PanelLine {
  key: string;
  words: ReactNode;
  fen?: number;
  /** What it costs less. */
  saving?: boolean;
}

/** The last price that this server refused: what it would cost now. */
const ORDER_PRICE = 1_011_108_005;

interface Props {
  lines: readonly PanelLine[];
  totalFen: number;
  /** Why it cannot be ordered, if it cannot. */
  blocked?: string | null | undefined;
  offers: readonly Offer[];
  openMinutes: number;
  busy: boolean;
  fault: CallFault | null;
  /** Something is lost with this order: it is said above the button. */
  warning?: ReactNode;
  onPay: (wallet: number) => void;
}

export function OrderPanel(props: Props) {
  const { lines, totalFen, blocked, offers, openMinutes, busy, fault, warning, onPay } = props;
  const { t } = useTranslation();
  const wallets = walletsHere(offers);
  const [chosen, setChosen] = useState<number>();
  const wallet = wallets.find((each) => each === chosen) ?? wallets[0];
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (agreed) setMissing(false);
  }, [agreed]);
  const pay = () => {
    if (!agreed) return setMissing(true);
    if (wallet !== undefined) onPay(wallet);
  };
  return (
    <aside className={styles.panel} aria-label={t('orders.order')}>
      <div className={styles.sticky}>
        <h2 className={styles.heading}>{t('orders.order')}</h2>
        <ul className={styles.lines}>
          {lines.map(({ key, words, fen, saving }) => (
            <li key={key} data-saving={saving === true}>
              <span>{words}</span>
              {fen === undefined ? null : <Money fen={fen} />}
            </li>
          ))}
        </ul>
        <p className={styles.total}>
          <span>{t('pay.due')}</span>
          <b data-testid="total">
            <Money fen={totalFen} />
          </b>
        </p>
        <WalletChoice wallets={wallets} value={wallet} onChange={setChosen} />
        <Agreement agreed={agreed} onChange={setAgreed} missing={missing} />
        {warning ? <div className={styles.warning}>{warning}</div> : null}
        {fault ? (
          <div className={styles.fault} role="alert">
            <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
            <span className="owl-prose">
              {fault.code === ORDER_PRICE ? t('orders.priceMoved') : faultWords(fault, t)}
            </span>
          </div>
        ) : null}
        <Button
          type="primary"
          size="large"
          block
          loading={busy}
          disabled={Boolean(blocked) || wallet === undefined}
          onClick={pay}
        >
          {t('orders.pay', { amount: formatFen(totalFen) })}
        </Button>
        {blocked ? (
          <p className={styles.blocked} role="status">
            {blocked}
          </p>
        ) : null}
        <p className={styles.safe}>
          <ShieldCheck size={14} strokeWidth={1.6} aria-hidden="true" />
          <span className="owl-prose">{t('orders.safe', { n: openMinutes })}</span>
        </p>
      </div>
    </aside>
  );
}
