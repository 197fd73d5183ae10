// Amounts of a day by hour as bars, with those of another day as fine lines: no chart library. The same figures stand in a table for screen readers.
import { useTranslation } from 'react-i18next';
import { formatFen } from '@/core/rules';
import styles from './Charts.module.css';

const [STEP, BAR, HEIGHT] = [11, 9, 64];
/** Hours that are written below. */
const WRITTEN = [0, 6, 12, 18];
const HOURS = 24;

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Props {
  /** What it is, for the table. */
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
  const width = slots * STEP;
  const top = Math.max(1, ...hours, ...before);
  const rise = (fen: number) => (Math.max(0, fen) / top) * (HEIGHT - 2);
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {hours.map((fen, hour) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            key={hour}
            className={styles.bar}
            data-running={hour === hours.length - 1}
            x={hour * STEP}
            y={HEIGHT - rise(fen)}
            width={BAR}
            height={rise(fen)}
          />
        ))}
        <path
          className={styles.fine}
          d={before.map((fen, hour) => `M${hour * STEP} ${HEIGHT - 1 - rise(fen)}h${BAR}`).join('')}
        />
      </svg>
      <div className={`${styles.scale} owl-figures`} aria-hidden="true">
        {WRITTEN.map((hour) => (
          <span key={hour} style={{ left: `${(100 * hour) / slots}%` }}>
            {hourName(hour)}
          </span>
        ))}
      </div>
      <table className="owl-hidden-text">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('charts.hour')}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: slots }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            <tr key={hour}>
              <th scope="row">{hourName(hour)}</th>
              <td>{amount(hours[hour])}</td>
              <td>{amount(before[hour])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An amount in words; a dash where there is none yet. */
export const amount = (fen: number | undefined): string =>
  fen === undefined ? '—' : `${fen < 0 ? '−' : ''}¥${formatFen(Math.abs(fen))}`;
