// The columns of a table as plain values: which are shown by choice, which by room, and what they say in a file.
import type { ReactNode } from 'react';
import { csvRow } from '@/core/rules';

export interface Column<Row> {
  key: string;
  title: string;
  /** CSS pixels; the first column takes what is left, or the one that grows. */
  width: number;
  /** Takes what is left, instead of the first. */
  grows?: boolean;
  render: (row: Row) => ReactNode;
  /** The cell in a CSV file; left out of files without it. */
  csv?: (row: Row) => string;
  /** Figures stand at the right. */
  align?: 'right';
  /** Leaves when the table is narrow, the highest number first; never without one. */
  leaves?: number;
  /** Shown always: the member cannot hide it. */
  fixed?: boolean;
  /** Sorts the list by this value of `sort`. */
  sort?: string;
  /** On a phone: beside the title, below it without a title of its own and with the actions at its end, or not at all; else a line below it. */
  phone?: 'side' | 'bare' | 'none';
}

/** The columns that the member left on. */
export const chosenColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]): Column<Row>[] =>
  columns.filter((column) => column.fixed || !hidden.includes(column.key));

/** Those of them for which there is room; `width` 0 (not measured yet) has room for all. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number, beside = 0): Column<Row>[] {
  let fitting = [...columns];
  const needed = () => fitting.reduce((sum, column) => sum + column.width, beside);
  while (width > 0 && needed() > width) {
    const next = fitting
      .filter((column) => column.leaves !== undefined)
      .reduce<Column<Row> | null>((most, each) => ((most?.leaves ?? -1) >= (each.leaves ?? 0) ? most : each), null);
    if (!next) break;
    fitting = fitting.filter((column) => column !== next);
  }
  return fitting;
}

/** Rows as a CSV file, with a line of titles. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.csv !== undefined);
  const lines = rows.map((row) => csvRow(written.map((column) => column.csv?.(row) ?? '')));
  return [csvRow(written.map((column) => column.title)), ...lines].join('\r\n');
}
