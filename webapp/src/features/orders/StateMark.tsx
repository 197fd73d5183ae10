// Where an order stands: words and a colour; what is well is quiet.
import { CircleCheck, CircleSlash, Clock3, type LucideIcon, TimerOff, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Records.module.css';
import { type OrderState, stateText } from './words';

const looks: Record<OrderState, { icon: LucideIcon; tone: string }> = {
  waiting: { icon: Clock3, tone: 'busy' },
  paid: { icon: CircleCheck, tone: 'ok' },
  cancelled: { icon: CircleSlash, tone: 'off' },
  timeout: { icon: TimerOff, tone: 'off' },
  refunding: { icon: Undo2, tone: 'busy' },
  refunded: { icon: Undo2, tone: 'off' },
  partlyRefunded: { icon: Undo2, tone: 'warn' },
  soldOut: { icon: TimerOff, tone: 'warn' },
};

export function StateMark({ state }: { state: string }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = looks[state as OrderState] ?? looks.waiting;
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {stateText(state, t)}
    </span>
  );
}
