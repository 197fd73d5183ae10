// A month's amounts added up day by day as a line, over that of the month before. The same figures stand in a table for screen readers.
import { useTranslation } from 'react-i18next';
import styles from './Charts.module.css';
import { amount } from './HourBars';

const [STEP, HEIGHT, PADDING] = [9, 64, 4];

/** Sums from the first on. */
export function addedUp(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

interface Props {
  label: string;
  /** Fen of each day so far. */
  days: readonly number[];
  /** Fen of each day of the month before. */
  before: readonly number[];
  names: readonly [string, string];
}

export function MonthLines({ label, days, before, names }: Props) {
  const { t } = useTranslation();
  const [now, then] = [addedUp(days), addedUp(before)];
  const count = Math.max(28, days.length, before.length);
  const width = (count - 1) * STEP;
  const top = Math.max(1, ...now, ...then);
  const y = (fen: number) => HEIGHT - PADDING - (Math.max(0, fen) / top) * (HEIGHT - 2 * PADDING);
  const line = (sums: readonly number[]) => sums.map((fen, day) => `${day * STEP},${y(fen).toFixed(1)}`).join(' ');
  const last = now.length - 1;
  const written = [1, 8, 15, 22, count];
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <polyline className={styles.then} points={line(then)} />
        <polyline className={styles.now} points={line(now)} />
      </svg>
      {last >= 0 ? (
        <i className={styles.dot} style={{ left: `${(100 * last * STEP) / width}%`, top: y(now[last] ?? 0) }} />
      ) : null}
      <div className={`${styles.scale} owl-figures`} aria-hidden="true">
        {written.map((day) => (
          <span key={day} style={day === count ? { right: 0 } : { left: `${(100 * (day - 1) * STEP) / width}%` }}>
            {day}
          </span>
        ))}
      </div>
      <table className="owl-hidden-text">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('charts.day')}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
            <tr key={day}>
              <th scope="row">{day + 1}</th>
              <td>{amount(now[day])}</td>
              <td>{amount(then[day])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
