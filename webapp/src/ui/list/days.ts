// Days in a list's address: whole days of the browser's zone, for the server knows no zone of a member's and is told moments.
import type { Filter } from './urlState';

/** A day as `2026-11-18`; empty: none. */
export const dayFilter = (): Filter<string> => ({
  read: (text) => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''),
  write: (value) => value || null,
});

/** Where a day begins, or the one that comes so many days later: where clocks are changed a day has 23 or 25 hours, or begins at one o'clock. */
export function startOf(day: string, later = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
