// Time that runs out, as a clock: an order to pay, a code to resend, a disclaimer to read. Silent for screen readers while it
// runs; whoever needs them told says so once, at the end.
import { useEffect, useRef } from 'react';
import { formatClock } from '@/core/rules';
import { useNow } from './useNow';

const SECOND_MS = 1000;

/** Milliseconds until `until` (Unix ms), rounded up to whole seconds; calls `onEnd` once when it is reached. */
export function useCountdown(until: number, onEnd?: () => void): number {
  const left = Math.max(0, Math.ceil((until - useNow(SECOND_MS)) / SECOND_MS) * SECOND_MS);
  const over = left === 0;
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (over && until > 0) ended.current?.();
  }, [over, until]);
  return left;
}

interface Props {
  /** Unix ms. */
  until: number;
  onEnd?: () => void;
}

export function Countdown({ until, onEnd }: Props) {
  const left = useCountdown(until, onEnd);
  return (
    <span role="timer" className="owl-figures owl-nowrap">
      {formatClock(left)}
    </span>
  );
}

interface ElapsedProps {
  /** Since when, Unix ms. */
  since: number;
  /** How long it usually takes, ms; shown behind a stroke. */
  expectedMs?: number | undefined;
}

/** Time that has run: `2:10 / 5:00`. */
export function Elapsed({ since, expectedMs }: ElapsedProps) {
  const now = useNow(SECOND_MS);
  const rest = expectedMs === undefined ? '' : ` / ${formatClock(expectedMs)}`;
  return (
    <span className="owl-figures owl-nowrap">
      {formatClock(now - since)}
      {rest}
    </span>
  );
}
