// Spend month by month, as stacks of bars.
import { type MonthStack, scaleOf } from '@/ui/charts/MonthStacks';
import type { Spend } from './api';

/** Bars of the highest stack, and fen of a bar: the first scale at which it fits. */
const BARS_MAX = 20;
const YUAN = 100;
const SCALES = [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000].map((yuan) => yuan * YUAN);

export interface SpendStacks {
  /** Fen of a bar. */
  scaleFen: number;
  stacks: MonthStack[];
}

/** A month in which more was given back than spent has no bar. */
export function spendStacks(months: Spend['months']): SpendStacks {
  const most = Math.max(0, ...months.map(({ fen }) => fen));
  const scaleFen = scaleOf(most, BARS_MAX, SCALES);
  const stacks = months.map(({ month, fen }, at) => ({
    month,
    bars: Math.max(0, Math.ceil(fen / scaleFen)),
    mark: at === months.length - 1 ? ('now' as const) : undefined,
  }));
  return { scaleFen, stacks };
}

/** This month against the last one until the same time of it, as `−4.2%`; none without anything to compare with. */
export function against(fen: number, beforeFen: number): string | null {
  if (beforeFen <= 0) return null;
  const percent = ((fen - beforeFen) / beforeFen) * 100;
  const figures = Math.abs(percent).toFixed(Math.abs(percent) < 100 ? 1 : 0);
  return `${percent < 0 ? '−' : '+'}${figures}%`;
}
