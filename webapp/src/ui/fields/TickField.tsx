// A tick for every phone of a host, in the order of addresses: what fails together stands together. One picture for each host; its name has the counts.
import styles from './TickField.module.css';

/** Activities of a phone: running, failed, in operation, held, off. */
export const doings = ['r', 'f', 'b', 'h', 'o'] as const;
export type Doing = (typeof doings)[number];

const A_ROW = 80;
const TICK = { width: 4, height: 11, across: 6, down: 15 } as const;

/** Number of phones by activity. */
export function countTicks(ticks: string): Record<Doing, number> {
  const counts = { r: 0, f: 0, b: 0, h: 0, o: 0 };
  for (const tick of ticks) if (tick in counts) counts[tick as Doing] += 1;
  return counts;
}

interface Props {
  /** A letter a phone. */
  ticks: string;
  /** The host with its counts. */
  label: string;
  /** Kinds of ticks to highlight. */
  only?: Doing | null;
}

export function TickField({ ticks, label, only = null }: Props) {
  const rows = Math.max(1, Math.ceil(ticks.length / A_ROW));
  const columns = Math.min(A_ROW, Math.max(1, ticks.length));
  return (
    <svg
      className={styles.field}
      role="img"
      aria-label={label}
      width={columns * TICK.across}
      height={rows * TICK.down}
      viewBox={`0 0 ${columns * TICK.across} ${rows * TICK.down}`}
    >
      {doings.map((doing) => (
        <path key={doing} d={pathOf(ticks, doing)} data-doing={doing} data-dim={only !== null && only !== doing} />
      ))}
    </svg>
  );
}

/** The ticks of one kind as one path: a host has hundreds. */
function pathOf(ticks: string, doing: Doing): string {
  let path = '';
  for (let at = 0; at < ticks.length; at += 1) {
    if (ticks[at] !== doing) continue;
    const [x, y] = [(at % A_ROW) * TICK.across, Math.floor(at / A_ROW) * TICK.down];
    path += `M${x} ${y}h${TICK.width}v${TICK.height}h-${TICK.width}z`;
  }
  return path;
}
