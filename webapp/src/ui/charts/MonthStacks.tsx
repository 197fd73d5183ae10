// Amounts of successive months as stacks of bars: no chart library.
import { locale } from '@/core/storage';
import styles from './MonthStacks.module.css';

export interface MonthStack {
  /** `2026-11`. */
  month: string;
  /** Bars of the stack. */
  bars: number;
  /** The amount in words; without one nothing stands over the stack. */
  amount?: string | undefined;
  /** How the stack stands out: the month that comes next, or the one of now. */
  mark?: 'next' | 'now' | undefined;
}

/** The first scale at which the largest amount has at most so many bars. */
export const scaleOf = (most: number, barsMax: number, scales: readonly number[]): number =>
  scales.find((each) => most <= each * barsMax) ?? Math.ceil(most / barsMax);

interface Props {
  stacks: readonly MonthStack[];
  /** The id of the heading. */
  labelledBy: string;
}

export function MonthStacks({ stacks, labelledBy }: Props) {
  const name = new Intl.DateTimeFormat(locale.get(), { month: 'short', timeZone: 'UTC' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too.
    <ol tabIndex={0} aria-labelledby={labelledBy} className={styles.stacks}>
      {stacks.map(({ month, bars, amount, mark }) => (
        <li key={month} data-mark={mark}>
          {amount ? <span className="owl-figures">{amount}</span> : null}
          <i style={{ '--n': bars } as React.CSSProperties} aria-hidden="true" />
          <span>{name.format(new Date(`${month}-01T00:00:00Z`))}</span>
        </li>
      ))}
    </ol>
  );
}
