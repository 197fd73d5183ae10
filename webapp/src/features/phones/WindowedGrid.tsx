// Thousands of cards: only the rows near the view exist, and the grid's padding stands for the others. All cards of a view are equally
// high; how high, and how many stand side by side, is measured on those that exist. Cards that fly by are outlines with a name.
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Phone } from './api';
import { CardGrid, type PhoneGridProps } from './PhoneGrid';

/** Rows that exist above and below the view: the next ones are made in the pauses between frames while these scroll by. */
const AROUND = 2;
const FIRST = 48;
/** Faster than this nobody reads a card. Pixels a second: eight notches of a wheel. */
const FAST = 1000;
/** After the last movement. */
const STILL_MS = 120;

interface Rows {
  columns: number;
  /** From one row's top to the next one's, in pixels. */
  pitch: number;
  gap: number;
  /** The first row that exists, and the first after them. */
  from: number;
  to: number;
  /** New cards are outlines. */
  fast: boolean;
}

const same = (a: Rows, b: Rows) =>
  a.columns === b.columns &&
  a.pitch === b.pitch &&
  a.gap === b.gap &&
  a.from === b.from &&
  a.to === b.to &&
  a.fast === b.fast;

/** Which rows are near the view now; null while no card is laid out. */
function measure(grid: HTMLElement, fast: boolean): Rows | null {
  const card = grid.firstElementChild;
  if (!(card instanceof HTMLElement) || card.offsetHeight === 0) return null;
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.rowGap) || 0;
  const pitch = card.offsetHeight + gap;
  const above = -grid.getBoundingClientRect().top;
  const from = Math.max(0, Math.floor(above / pitch) - AROUND);
  const to = Math.max(from + 1, Math.ceil((above + window.innerHeight) / pitch) + AROUND);
  return { columns: style.gridTemplateColumns.split(' ').length, pitch, gap, from, to, fast };
}

/** Follows what scrolls; calls `look` with whether it moves fast. */
function follow(grid: HTMLElement, look: (fast: boolean) => void): () => void {
  let [frame, still, at, top] = [0, 0, performance.now(), grid.getBoundingClientRect().top];
  const onFrame = (now: number) => {
    const moved = grid.getBoundingClientRect().top;
    const speed = (Math.abs(moved - top) / Math.max(1, now - at)) * 1000;
    [at, top] = [now, moved];
    startTransition(() => look(speed > FAST));
    clearTimeout(still);
    still = window.setTimeout(() => startTransition(() => look(false)), STILL_MS);
  };
  const onScroll = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onFrame);
  };
  const size = new ResizeObserver(() => look(false));
  size.observe(grid);
  // Whatever scrolls: the page, or a part of it.
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(still);
    size.disconnect();
    window.removeEventListener('scroll', onScroll, { capture: true });
  };
}

export default function WindowedGrid(props: PhoneGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState<Rows | null>(null);
  /** The cards that were whole when they were last shown: they stay so. */
  const whole = useRef<ReadonlySet<number>>(new Set());
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const look = (fast: boolean) =>
      setRows((old) => {
        const next = measure(element, fast);
        return next && !(old && same(old, next)) ? next : old;
      });
    look(false);
    return follow(element, look);
  }, []);
  const columns = rows?.columns ?? 1;
  const all = Math.ceil(props.phones.length / columns);
  const to = rows ? Math.min(rows.to, all) : FIRST;
  const from = rows ? Math.min(rows.from, Math.max(0, to - 1)) : 0;
  const fast = rows?.fast ?? false;
  const shown = props.phones.slice(from * columns, to * columns);
  const outline = (phone: Phone) => fast && !whole.current.has(phone.phoneId);
  useEffect(() => {
    whole.current = new Set(shown.filter((phone) => !outline(phone)).map((phone) => phone.phoneId));
  });
  if (!rows) return <CardGrid {...props} place={grid} to={FIRST} />;
  const { pitch, gap } = rows;
  return (
    <CardGrid
      {...props}
      place={grid}
      from={from * columns}
      to={to * columns}
      outline={outline}
      outlineHeight={pitch - gap}
      style={{ paddingTop: from * pitch, paddingBottom: Math.max(0, (all - to) * pitch - (to === all ? gap : 0)) }}
    />
  );
}
