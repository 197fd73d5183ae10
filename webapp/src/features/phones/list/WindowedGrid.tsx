// Grid for thousands of cards: renders only the rows near the view, with padding in place of the others. During fast scrolling cards are outlines with a name.
import { useRef } from 'react';
import { type Pitch, useNearRows } from '@/ui/list/useNearRows';
import { CardGrid, type PhoneGridProps } from './PhoneGrid';

/** Cards that are rendered before the size of the view is known. */
const FIRST = 48;

/** Measures one card: all cards of a view are equally high. */
function measure(grid: HTMLElement): Pitch | null {
  const card = grid.firstElementChild;
  if (!(card instanceof HTMLElement) || card.offsetHeight === 0) return null;
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.rowGap) || 0;
  return { columns: style.gridTemplateColumns.split(' ').length, pitch: card.offsetHeight + gap, gap };
}

export default function WindowedGrid(props: PhoneGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const rows = useNearRows(grid, props.phones.length, measure);
  if (!rows) return <CardGrid {...props} place={grid} to={FIRST} />;
  const { near, whole, columns, pitch, gap } = rows;
  const beyond = Math.ceil((props.phones.length - near.to) / columns);
  return (
    <CardGrid
      {...props}
      {...near}
      whole={whole}
      place={grid}
      outlineHeight={pitch - gap}
      style={{ paddingTop: (near.from / columns) * pitch, paddingBottom: beyond * pitch }}
    />
  );
}
