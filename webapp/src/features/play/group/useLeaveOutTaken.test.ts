import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Code } from '@/core/http';
import type { GroupOver } from './groupState';
import { useLeaveOutTaken } from './useLeaveOutTaken';

const taken: GroupOver = { kind: 'refused', code: Code.noSuchPhone, message: '' };

function opened(over: GroupOver | null) {
  const [refresh, leaveOut] = [vi.fn(), vi.fn()];
  const hook = renderHook(
    (now: { over: GroupOver | null; known: boolean }) =>
      useLeaveOutTaken(now.over, { refresh, leaveOut: now.known ? leaveOut : null }),
    { initialProps: { over, known: false } },
  );
  return { ...hook, refresh, leaveOut };
}

describe('a group of which one phone was taken away', () => {
  it('asks who is left, and goes on with them once that is known, without a click', () => {
    const { rerender, refresh, leaveOut } = opened(null);
    expect(refresh).not.toHaveBeenCalled();
    rerender({ over: taken, known: false });
    expect(refresh).toHaveBeenCalledOnce();
    expect(leaveOut).not.toHaveBeenCalled();
    rerender({ over: taken, known: true });
    expect([refresh, leaveOut].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it.each<GroupOver>([
    { kind: 'ended', reason: 'idle', detail: 30 },
    { kind: 'refused', code: Code.signedOut, message: '' },
  ])('stays over for any other reason (%#)', (over) => {
    const { rerender, refresh, leaveOut } = opened(over);
    rerender({ over, known: true });
    expect([refresh, leaveOut].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});
