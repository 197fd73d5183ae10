// Time left until a phone is wiped: days and a clock, which moves once a second within a day of the end and once a minute before; the
// ticks of both phases, and the moment itself.
import { useTranslation } from 'react-i18next';
import { formatClock, formatTime, orderLimits, remaining } from '@/core/rules';
import { useNow } from '@/ui/time/useNow';
import type { Binned } from './api';
import { type Periods, PhaseTicks } from './PhaseTicks';
import styles from './Recycle.module.css';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

interface Props {
  phone: Binned;
  periods: Periods;
}

export function TimeUntilWipe({ phone: { purgeTime }, periods }: Props) {
  const { t } = useTranslation();
  const { dayMs } = orderLimits();
  const minute = useNow(MINUTE_MS);
  const isNear = purgeTime - minute <= dayMs + MINUTE_MS;
  const left = Math.max(0, purgeTime - minute);
  const { tone } = remaining(purgeTime, minute);
  return (
    <div className={styles.left} title={formatTime(purgeTime)}>
      <b className="owl-mono owl-nowrap" data-tone={tone || undefined}>
        {isNear ? (
          <NearClock until={purgeTime} />
        ) : (
          <>
            <span className={styles.days}>{t('recycle.days', { n: Math.floor(left / dayMs) })}</span>{' '}
            {formatClock(left % dayMs)}
          </>
        )}
      </b>
      <span className={styles.end}>
        <PhaseTicks periods={periods} filled={Math.ceil(left / dayMs)} tone={tone} />
        <time dateTime={new Date(purgeTime).toISOString()}>{formatTime(purgeTime).slice(5, 16)}</time>
      </span>
    </div>
  );
}

function NearClock({ until }: { until: number }) {
  const now = useNow(SECOND_MS);
  return <span role="timer">{formatClock(Math.max(0, until - now))}</span>;
}
