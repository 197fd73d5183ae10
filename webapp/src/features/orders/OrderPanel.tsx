// The order at the right of what is chosen: its lines, the total, who takes the money, the agreement, and one button that repeats the amount.
// On a phone it stands below, and total and button in a bar that never leaves the screen.
import { Button, Switch } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { formatFen, pointsEarned, pointsMost, pointsWorth } from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import { keepWallet, type Offer, usualWallet, WalletChoice, walletsHere } from '@/features/payments/WalletChoice';
import { Money } from '@/ui/Money';
import { Note } from '@/ui/Note';
import { faultWords } from '@/ui/states/faultWords';
import { useWide } from '@/ui/useWide';
import { Agreement } from './Agreement';
import type { Shelf } from './api';
import styles from './Order.module.css';
import { useAgreement } from './useAgreement';

/** One line of the panel: words, and an amount at the right. */
export interface PanelLine {
  key: string;
  words: ReactNode;
  fen?: number;
  /** Whether the amount is a saving. */
  saving?: boolean;
}

const MINUTE_MS = 60_000;

type Rules = Pick<Shelf['rules'], 'payMs'>;

/** Payment of an order: points, and the amount that is left for a wallet. */
export interface Paid {
  points: number;
  totalFen: number;
  /** The version of the agreement whose text was read. */
  agreementVersion?: number;
}

interface Props {
  lines: readonly PanelLine[];
  /** The price, before points pay a part of it. Null: it cannot be said yet. */
  priceFen: number | null;
  /** Why it cannot be ordered, if it cannot. */
  blocked?: string | null | undefined;
  offers: readonly Offer[];
  points: Shelf['points'];
  rules: Rules;
  busy: boolean;
  fault: CallFault | null;
  /** Something is lost with this order: it is said above the button. */
  warning?: ReactNode;
  /** In place of the heading: what the order is about. */
  head?: ReactNode;
  /** Between the lines and the total: other ways. */
  ways?: ReactNode;
  /** Below the order: what else can be done. */
  foot?: ReactNode;
  /** Words of the button, in place of the amount. */
  verb?: string | undefined;
  /** Whether an order was made: the next one is agreed to anew. */
  onPay: (wallet: number | undefined, paid: Paid) => Promise<boolean>;
}

export function OrderPanel(props: Props) {
  const { lines, priceFen, offers, points, rules, busy, fault, warning, head, ways, foot, verb, onPay } = props;
  const blocked = viewOnly() ?? props.blocked;
  const { t } = useTranslation();
  const wide = useWide();
  const wallets = walletsHere(offers);
  const [chosen, setChosen] = useState(() => usualWallet(wallets));
  const wallet = wallets.find((each) => each === chosen) ?? wallets[0];
  const agreement = useAgreement();
  const { agreed } = agreement;
  const [missing, setMissing] = useState(false);
  // The agreement has another text by now: it is read before it is ticked.
  const changed = fault?.code === AnswerCode.ORDER_AGREEMENT_CHANGED;
  const begin = agreement.changed;
  useEffect(() => {
    if (changed) begin();
  }, [changed, begin]);
  useEffect(() => {
    if (agreed) setMissing(false);
  }, [agreed]);
  // The bar of a phone is pressed from anywhere: what keeps the order back comes into view.
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault || missing) said.current?.scrollIntoView?.({ block: 'nearest' });
  }, [fault, missing]);
  const [wantsPoints, setWantsPoints] = useState(false);
  const most = priceFen === null ? 0 : pointsMost(priceFen, points.available, points.sharePercent);
  const used = wantsPoints ? most : 0;
  const totalFen = priceFen === null ? null : priceFen - pointsWorth(used);
  // An order that points pay alone needs no wallet.
  const noWallet = wallet === undefined && totalFen !== 0;
  const pay = async (agreeing = false) => {
    if (!agreed && !agreeing) return setMissing(true);
    if (totalFen === null || noWallet) return;
    if (wallet !== undefined) keepWallet(wallet);
    if (!(await onPay(wallet, { points: used, totalFen, ...agreement.read }))) return;
    agreement.forget();
    setWantsPoints(false);
  };
  const amount = <b data-testid="total">{totalFen === null ? '–' : <Money fen={totalFen} />}</b>;
  const button = (
    <Button
      type="primary"
      size="large"
      block
      loading={busy}
      disabled={Boolean(blocked) || noWallet || totalFen === null}
      onClick={() => void pay()}
    >
      {verb
        ? verb
        : totalFen === null
          ? t('orders.payPlain')
          : totalFen === 0
            ? t('orders.payByPoints')
            : t('orders.pay', { amount: formatFen(totalFen) })}
    </Button>
  );
  const why = blocked ? (
    <p className={styles.blocked} role="status">
      {blocked}
    </p>
  ) : null;
  return (
    <>
      <aside className={styles.panel} aria-label={t('orders.order')}>
        <div className={styles.sticky}>
          {head ?? <h2 className={styles.heading}>{t('orders.order')}</h2>}
          <ul className={styles.lines}>
            {lines.map(({ key, words, fen, saving }) => (
              <li key={key} data-saving={saving === true}>
                <span>{words}</span>
                {fen === undefined ? null : <Money fen={fen} />}
              </li>
            ))}
          </ul>
          {most > 0 ? (
            <UsePoints most={most} available={points.available} checked={wantsPoints} onChange={setWantsPoints} />
          ) : null}
          {ways}
          {wide ? (
            <p className={styles.total}>
              <span>{t('pay.due')}</span>
              {amount}
            </p>
          ) : null}
          <Earned fen={totalFen} perYuan={points.earnedPerYuan} />
          {totalFen === 0 ? null : <WalletChoice wallets={wallets} value={wallet} onChange={setChosen} />}
          <div ref={said} className={styles.said}>
            <Agreement
              key={agreement.round}
              reading={agreement.round > 0}
              known={agreement.known}
              agreed={agreed}
              onChange={agreement.onChange}
              missing={missing}
              onGoOn={
                blocked || noWallet || totalFen === null
                  ? undefined
                  : () => {
                      agreement.onChange(true);
                      void pay(true);
                    }
              }
            />
            {warning ? <Note tone="warning">{warning}</Note> : null}
            {fault ? (
              <Note tone="fault">
                {fault.code === AnswerCode.ORDER_PRICE ? t('orders.priceMoved') : faultWords(fault, t)}
              </Note>
            ) : null}
          </div>
          {wide ? button : null}
          {wide ? why : null}
          <p className={styles.safe}>
            <ShieldCheck size={14} strokeWidth={1.6} aria-hidden="true" />
            <span className="owl-prose">{t('orders.safe', { n: Math.round(rules.payMs / MINUTE_MS) })}</span>
          </p>
          {foot}
        </div>
      </aside>
      {wide ? null : (
        <div className={styles.bar}>
          {why}
          <p className={styles.due}>
            <span>{t('pay.due')}</span>
            {amount}
          </p>
          {button}
        </div>
      )}
    </>
  );
}

interface PointsProps {
  /** How many this order takes. */
  most: number;
  available: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Points pay as much of the order as they may, or nothing. */
function UsePoints({ most, available, checked, onChange }: PointsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.points}>
      <span id="order-points">
        {t('orders.pointsUse', { count: most, amount: formatFen(pointsWorth(most)) })}
        <small className="owl-figures">{t('orders.pointsHave', { count: available })}</small>
      </span>
      <Switch size="small" aria-labelledby="order-points" checked={checked} onChange={onChange} />
    </div>
  );
}

function Earned({ fen, perYuan }: { fen: number | null; perYuan: number }) {
  const { t } = useTranslation();
  const points = fen === null ? 0 : pointsEarned(fen, perYuan);
  return points > 0 ? <p className={styles.earned}>{t('orders.pointsEarn', { count: points })}</p> : null;
}
