// Where a refund stands for whoever decides it.
import { CircleAlert, CircleCheck, Clock3, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Look, Mark } from '../records/Mark';
import type { RefundRow } from './api';

type State = RefundRow['refund']['state'];

const looks: Record<State, Look> = {
  asked: { icon: Clock3, tone: 'warn' },
  queued: { icon: Undo2, tone: 'busy' },
  processing: { icon: Undo2, tone: 'busy' },
  done: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleAlert, tone: 'err' },
  refused: { icon: X, tone: 'off' },
};

export function RefundMark({ state }: { state: State }) {
  const { t } = useTranslation();
  return <Mark look={looks[state]}>{t(`desk.refundStates.${state}`)}</Mark>;
}
