// Points that end month by month, as stacks of bars.
import { scaleOf } from '@/ui/charts/MonthStacks';
import type { PointSummary } from './api';

/** Months that are shown: this one and a year. */
const SHOWN = 13;
/** Bars of the highest stack, and points of a bar: the first scale at which it fits. */
const BARS_MAX = 26;
const SCALES = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

export interface PointStack {
  /** `2026-11`. */
  month: string;
  points: number;
  bars: number;
}

export function stacksOf(months: PointSummary['months'], thisMonth: string): { scale: number; stacks: PointStack[] } {
  const [year = 0, month = 1] = thisMonth.split('-').map(Number);
  const points = new Map(months.map((each) => [each.month, each.points]));
  const most = Math.max(0, ...points.values());
  const scale = scaleOf(most, BARS_MAX, SCALES);
  const stacks = Array.from({ length: SHOWN }, (_, later) => {
    const at = new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 7);
    const here = points.get(at) ?? 0;
    return { month: at, points: here, bars: Math.ceil(here / scale) };
  });
  return { scale, stacks };
}
