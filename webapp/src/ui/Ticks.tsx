// Anything with a known end, counted in ticks: a rental (a day each), a selection, the time to pay, a follower's lag.
// Decoration beside words that say the fact: hidden from screen readers.
import styles from './Ticks.module.css';

export type TickTone = '' | 'accent' | 'warn' | 'err';

const LENGTH = 30;

interface Props {
  /** How many ticks are filled; less than none and more than all are taken as those. */
  filled: number;
  /** How many there are. */
  of?: number;
  tone?: TickTone;
  /** Whether the row fills its parent's width instead of 5 px a tick. */
  stretch?: boolean;
}

export function Ticks({ filled, of = LENGTH, tone = '', stretch = false }: Props) {
  const style = {
    '--of': of,
    '--n': Math.max(0, Math.min(of, filled)),
    ...(tone ? { '--lc': `var(--owl-${tone})` } : {}),
  } as React.CSSProperties;
  return <div className={styles.ticks} data-stretch={stretch} style={style} aria-hidden="true" />;
}

interface ShareProps {
  /** Present count. */
  count: number;
  /** Largest allowed count. */
  cap: number;
  stretch?: boolean;
}

/** A count against a cap: 30 ticks share the cap out; over it they turn amber. */
export function ShareTicks({ count, cap, stretch = false }: ShareProps) {
  const filled = cap > LENGTH ? Math.ceil((count / cap) * LENGTH) : count;
  const of = Math.min(cap, LENGTH);
  return <Ticks filled={filled} of={of} tone={count > cap ? 'warn' : 'accent'} stretch={stretch} />;
}

interface PayProps {
  /** Time left, ms. */
  leftMs: number;
  /** Minutes an order stays open: a tick each. */
  minutes?: number;
}

/** The time left to pay, a tick a minute. */
export function PayTicks({ leftMs, minutes = 15 }: PayProps) {
  return <Ticks filled={Math.ceil(leftMs / 60_000)} of={minutes} tone={leftMs <= 60_000 ? 'err' : 'accent'} stretch />;
}
