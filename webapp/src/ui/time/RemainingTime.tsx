// Time left of a rental or a grant, in its colour: amber within 7 days, red within one. The exact end on hover.
import { formatDay, formatTime, remaining } from '@/core/rules';
import { Ticks } from '../Ticks';
import styles from './RemainingTime.module.css';
import { useNow } from './useNow';

const CLOCK_MS = 30_000;

interface Props {
  /** When it ends, Unix ms. */
  until: number;
  /** The page's clock, where it has one. */
  now?: number;
}

/** The words alone: `5 d left`. */
export function RemainingTime({ until, now }: Props) {
  const own = useNow(CLOCK_MS);
  const left = remaining(until, now ?? own);
  return (
    <span className={`owl-figures ${styles.left}`} data-tone={left.tone || undefined} title={formatTime(until)}>
      {left.text}
    </span>
  );
}

/** The strip of a rental: ticks, what is left, the day it ends. `ticks` false leaves them out; `stretch` gives them all the room there is. */
export function Lease({ until, now, ticks = true, stretch = false }: Props & { ticks?: boolean; stretch?: boolean }) {
  const own = useNow(CLOCK_MS);
  const left = remaining(until, now ?? own);
  return (
    <div className={styles.lease} title={formatTime(until)}>
      {ticks ? <Ticks filled={left.days} tone={left.tone} stretch={stretch} /> : null}
      <div className={styles.line}>
        <span className={`owl-figures ${styles.left}`} data-tone={left.tone || undefined}>
          {left.text}
        </span>
        <time className={styles.day} data-tone={left.tone || undefined} dateTime={new Date(until).toISOString()}>
          {formatDay(until)}
        </time>
      </div>
    </div>
  );
}
