// Days of the operator's zone, as `2026-12-31`: the last day of a rental ends where the next one begins.
import { dayEnd, dayOf as dayIn, type Zone } from '@/core/rules';

/** A day of the calendar; there every one has 24 hours. */
const DAY_MS = 86_400_000;

/** The moment at which a day is over; nothing for what is no day. */
export function endOfDay(day: string, zone: Zone): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? undefined : dayEnd(start / DAY_MS, zone);
}

/** The day of a moment. */
export const dayOf = (ms: number, zone: Zone): string => new Date(dayIn(ms, zone) * DAY_MS).toISOString().slice(0, 10);
