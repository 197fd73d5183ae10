// The end of an authorization: a day, until its last second in the browser's zone, or a number of hours.
import type { Body } from '@/core/operations';

export interface UntilFields {
  ends: 'day' | 'hours';
  /** `2026-11-18`. */
  day: string;
  hours: number | null;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The day of a moment, in the browser's zone. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last second of a day, in the browser's zone, Unix ms. */
export function lastSecondOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).getTime();
}

/** As the calls take it. */
export const untilOf = ({ ends, day, hours }: UntilFields): Pick<Body<'update_grant'>, 'expireTime' | 'hours'> =>
  ends === 'day' ? { expireTime: lastSecondOf(day) } : { hours: hours ?? 0 };
