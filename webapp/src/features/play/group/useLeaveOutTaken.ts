// Leaves phones that were taken away out of the group: the server refuses the whole group because of them.
import { useEffect } from 'react';
import { Code } from '@/core/http';
import type { GroupOver } from './groupState';

interface Recovery {
  /** Reopens the group with the phones that are still the member's; null while those are not known, or while all are. */
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
