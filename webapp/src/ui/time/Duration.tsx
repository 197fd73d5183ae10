// How long something lasts, in days, hours and minutes.
import { formatDuration } from '@/core/rules';

/** `ms` milliseconds; less than a minute is said in seconds. */
export function Duration({ ms }: { ms: number }) {
  return <span className="owl-figures owl-nowrap">{formatDuration(ms)}</span>;
}
