// Requests for control from other people, each with its two answers and the remaining time.
import { Button } from 'antd';
import { Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '@/core/rules';
import { useCountdown } from '@/ui/time/Countdown';
import { usePlayContext } from '../PlayContext';
import type { ControlRequest } from '../session/playState';
import { usePersonName } from './personName';
import styles from './Together.module.css';

export function ControlRequests() {
  const { state } = usePlayContext();
  if (!state.control) return null;
  return state.controlRequests.map((question) => <ControlRequestBar key={question.from} question={question} />);
}

function ControlRequestBar({ question }: { question: ControlRequest }) {
  const { t } = useTranslation();
  const { handle } = usePlayContext();
  const nameOf = usePersonName();
  const leftMs = useCountdown(question.endsAt);
  if (leftMs <= 0) return null;
  const name = nameOf(question);
  return (
    <div className={styles.question} role="alert">
      <Hand size={16} strokeWidth={1.6} aria-hidden="true" />
      <span className={styles.words}>{t('play.together.question', { name })}</span>
      <span className="owl-figures" aria-hidden="true">
        {formatClock(leftMs)}
      </span>
      <Button size="small" onClick={() => handle?.refuseControl(question.from)}>
        {t('play.together.refuse')}
      </Button>
      <Button size="small" type="primary" onClick={() => handle?.giveControl(question.from)}>
        {t('play.together.allow')}
      </Button>
    </div>
  );
}
