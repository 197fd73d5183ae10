// The days of grace and those of the recycle bin as ticks with a gap between them: what is gone is pale, what is left in its colour.
import { orderLimits } from '@/core/rules';
import { Ticks, type TickTone } from '@/ui/Ticks';
import styles from './Recycle.module.css';

/** More days than this are drawn in as many ticks. */
const TICKS_MAX = 14;

export interface Periods {
  graceMs: number;
  binMs: number;
}

interface Props {
  periods: Periods;
  /** Days that are left, of both together. */
  filled: number;
  tone?: TickTone;
}

export function PhaseTicks({ periods, filled, tone = '' }: Props) {
  const { dayMs } = orderLimits();
  const days = (ms: number) => Math.min(TICKS_MAX, Math.max(1, Math.round(ms / dayMs)));
  const [grace, bin] = [days(periods.graceMs), days(periods.binMs)];
  const binDays = Math.max(1, Math.round(periods.binMs / dayMs));
  return (
    <span className={styles.ticks} aria-hidden="true">
      <Turned of={grace} filled={filled - binDays} tone={tone} />
      <Turned of={bin} filled={Math.min(filled, binDays)} tone={tone} />
    </span>
  );
}

/** Time runs from the left: what is left stands at the right. */
function Turned({ of, filled, tone }: { of: number; filled: number; tone: TickTone }) {
  return (
    <span className={styles.turned}>
      <Ticks of={of} filled={filled} tone={tone} />
    </span>
  );
}
