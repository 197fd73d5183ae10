// Amounts of a day by hour as bars, with those of another day as fine lines: no chart library.
import { useTranslation } from 'react-i18next';
import { CHART_HEIGHT, Chart } from './Chart';
import styles from './Charts.module.css';

const [STEP, BAR] = [11, 9];
/** Hours that are written below. */
const WRITTEN = [0, 6, 12, 18];
const HOURS = 24;

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Props {
  /** Caption of the table. */
  label: string;
  /** Fen of each hour so far; the last is running. */
  hours: readonly number[];
  /** Fen of each hour of the day that it is compared with. */
  before: readonly number[];
  /** Heads of both columns. */
  names: readonly [string, string];
}

export function HourBars({ label, hours, before, names }: Props) {
  const { t } = useTranslation();
  const slots = Math.max(HOURS, before.length, hours.length);
  const top = Math.max(1, ...hours, ...before);
  const rise = (fen: number) => (Math.max(0, fen) / top) * (CHART_HEIGHT - 2);
  return (
    <Chart
      label={label}
      unit={t('charts.hour')}
      names={names}
      rows={Array.from({ length: slots }, (_, hour) => [hourName(hour), hours[hour], before[hour]])}
      scale={WRITTEN.map((hour) => ({ words: hourName(hour), at: hour / slots }))}
      width={slots * STEP}
    >
      {hours.map((fen, hour) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
          key={hour}
          className={styles.bar}
          data-running={hour === hours.length - 1}
          x={hour * STEP}
          y={CHART_HEIGHT - rise(fen)}
          width={BAR}
          height={rise(fen)}
        />
      ))}
      <path
        className={styles.fine}
        d={before.map((fen, hour) => `M${hour * STEP} ${CHART_HEIGHT - 1 - rise(fen)}h${BAR}`).join('')}
      />
    </Chart>
  );
}
