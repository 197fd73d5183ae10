// When something was: how long ago, the exact time on hover and for machines.
import { formatTime, timeAgo } from '@/core/rules';
import { useNow } from './useNow';

const CLOCK_MS = 30_000;

interface Props {
  /** Unix ms. */
  at: number;
  /** The page's clock, where it has one. */
  now?: number;
}

export function TimeAgo({ at, now }: Props) {
  const own = useNow(CLOCK_MS);
  return (
    <time className="owl-figures owl-nowrap" dateTime={new Date(at).toISOString()} title={formatTime(at)}>
      {timeAgo(at, now ?? own)}
    </time>
  );
}
