// Anything with a known end, counted in ticks: here a rental, a day each. The words beside it carry the fact.
import styles from './Ticks.module.css';

const LENGTH = 30;

/** `days` are whole days left; more than 30 fill the row. */
export function Ticks({ days, tone }: { days: number; tone: '' | 'warn' | 'err' }) {
  const filled = Math.max(0, Math.min(LENGTH, days));
  const style = { '--n': filled, ...(tone ? { '--lc': `var(--owl-${tone})` } : {}) } as React.CSSProperties;
  return <div className={styles.ticks} style={style} aria-hidden="true" />;
}
