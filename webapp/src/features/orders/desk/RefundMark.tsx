// Where a refund stands for whoever decides it.
import { CircleAlert, CircleCheck, Clock3, type LucideIcon, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RefundRow } from './api';
import styles from './Desk.module.css';

type State = RefundRow['refund']['state'];

const looks: Record<State, { icon: LucideIcon; tone: string }> = {
  asked: { icon: Clock3, tone: 'warn' },
  queued: { icon: Undo2, tone: 'busy' },
  processing: { icon: Undo2, tone: 'busy' },
  done: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleAlert, tone: 'err' },
  refused: { icon: X, tone: 'off' },
};

export function RefundMark({ state }: { state: State }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = looks[state];
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(`desk.refundStates.${state}`)}
    </span>
  );
}
