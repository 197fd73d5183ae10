// A group is refused whole when one of its phones was taken away: the others go on by themselves.
import { useEffect } from 'react';
import { Code } from '@/core/http';
import type { GroupOver } from './groupState';

interface Recovery {
  /** Goes on with those that are still the member's; null while it is not known who that is, or all are. */
  leaveOut: (() => void) | null;
  /** Asks which phones are the member's. Stable. */
  refresh: () => void;
}

export function useLeaveOutTaken(over: GroupOver | null, { leaveOut, refresh }: Recovery): void {
  const refused = over?.kind === 'refused' && over.code === Code.noSuchPhone;
  useEffect(() => {
    if (refused) refresh();
  }, [refused, refresh]);
  useEffect(() => {
    if (refused) leaveOut?.();
  }, [refused, leaveOut]);
}
