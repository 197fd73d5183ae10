// Where an order stands: words and a colour; what is well is quiet.
import { CircleCheck, CircleSlash, Clock3, TimerOff, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type OrderState, stateText } from '../words';
import { type Look, Mark } from './Mark';

const looks: Record<OrderState, Look> = {
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
  return <Mark look={looks[state as OrderState] ?? looks.waiting}>{stateText(state, t)}</Mark>;
}
