// How long something waits, in its largest unit alone.
import { formatDuration } from '@/core/rules';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function waitingTime(fromMs: number, nowMs: number): string {
  const ms = Math.max(0, nowMs - fromMs);
  const unit = ms >= DAY_MS ? DAY_MS : ms >= HOUR_MS ? HOUR_MS : 1;
  return formatDuration(ms - (ms % unit));
}

/** From when on waiting is too long. */
export const LONG_MS = 12 * HOUR_MS;

export const isLong = (fromMs: number, nowMs: number): boolean => nowMs - fromMs >= LONG_MS;
