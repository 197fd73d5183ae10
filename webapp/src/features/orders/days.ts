// Days of the operator's zone, as `2026-12-31`: the last day of a rental ends where the next one begins.
import { dayEnd } from '@/core/rules';

const MINUTE_MS = 60_000;

/** The moment at which a day is over; nothing for what is no day. */
export function endOfDay(day: string, zoneMinutes: number): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? undefined : dayEnd(start - zoneMinutes * MINUTE_MS, 0, zoneMinutes);
}

/** The day of a moment. */
export const dayOf = (ms: number, zoneMinutes: number): string =>
  new Date(ms + zoneMinutes * MINUTE_MS).toISOString().slice(0, 10);
