// A month's amounts added up day by day as a line, over that of the month before.
import { useTranslation } from 'react-i18next';
import { CHART_HEIGHT, Chart } from './Chart';
import styles from './Charts.module.css';

const [STEP, PADDING] = [9, 4];

/** Running totals. */
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
  const y = (fen: number) => CHART_HEIGHT - PADDING - (Math.max(0, fen) / top) * (CHART_HEIGHT - 2 * PADDING);
  const line = (sums: readonly number[]) => sums.map((fen, day) => `${day * STEP},${y(fen).toFixed(1)}`).join(' ');
  const last = now.length - 1;
  return (
    <Chart
      label={label}
      unit={t('charts.day')}
      names={names}
      rows={Array.from({ length: count }, (_, day) => [day + 1, now[day], then[day]])}
      scale={[1, 8, 15, 22, count].map((day) => ({ words: day, at: (day - 1) / (count - 1) }))}
      width={width}
      over={
        last >= 0 ? (
          <i className={styles.dot} style={{ left: `${(100 * last * STEP) / width}%`, top: y(now[last] ?? 0) }} />
        ) : null
      }
    >
      <polyline className={styles.then} points={line(then)} />
      <polyline className={styles.now} points={line(now)} />
    </Chart>
  );
}
