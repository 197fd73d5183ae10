// Parts of a drawn comparison of two rows of amounts: the drawing, a scale below it, and the same figures in a table for screen readers.
import type { ReactNode } from 'react';
import { formatFen } from '@/core/rules';
import styles from './Charts.module.css';

/** Height of every drawing, CSS pixels. */
export const CHART_HEIGHT = 64;

interface Props {
  /** Caption of the table. */
  label: string;
  /** Head of the table's first column. */
  unit: string;
  /** Heads of both columns of amounts. */
  names: readonly [string, string];
  /** Name and amounts in fen of each hour or day, the present one and the one that it is compared with. */
  rows: readonly (readonly [string | number, number | undefined, number | undefined])[];
  /** Words below the drawing, each at its share of the width, 0 to 1. */
  scale: readonly { words: string | number; at: number }[];
  /** Width of the drawing in its own units. */
  width: number;
  children: ReactNode;
  /** Content over the drawing. */
  over?: ReactNode;
}

export function Chart({ label, unit, names, rows, scale, width, children, over }: Props) {
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${CHART_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {children}
      </svg>
      {over}
      <div className={`${styles.scale} owl-figures`} aria-hidden="true">
        {scale.map(({ words, at }) => (
          <span key={words} style={at === 1 ? { right: 0 } : { left: `${100 * at}%` }}>
            {words}
          </span>
        ))}
      </div>
      <table className="owl-hidden-text">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, now, before]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount(now)}</td>
              <td>{amount(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An amount in words; a dash where there is none yet. */
const amount = (fen: number | undefined): string =>
  fen === undefined ? '—' : `${fen < 0 ? '−' : ''}¥${formatFen(Math.abs(fen))}`;
