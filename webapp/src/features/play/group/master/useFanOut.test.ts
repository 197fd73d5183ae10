import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { GroupHandle, PlayHandle } from '@/core/stream';
import { opening, type PlayState } from '@/features/play/session/playState';
import type { Session } from '@/features/play/session/usePlay';
import { fresh } from '../groupState';
import type { Group } from '../useGroup';
import { useFanOut } from './useFanOut';

const [DOWN, MOVE, CANCEL] = [0, 2, 3] as const;

it('while the master’s line is cut nobody is told what the master does not get, and a gesture that was under way is ended', () => {
  const inputs = () => ({ touch: vi.fn(), key: vi.fn(), text: vi.fn(), stay: vi.fn() });
  const master = inputs();
  const told = inputs();
  const group = { current: { current: told }, handle: told, state: fresh } as unknown as Group & {
    handle: GroupHandle;
  };
  const session = (phase: PlayState['phase']): Session =>
    ({ handle: master as unknown as PlayHandle, state: { ...opening, phase, control: true } }) as Session;
  const { result, rerender } = renderHook(({ phase }) => useFanOut(session(phase), group, true), {
    initialProps: { phase: 'live' as PlayState['phase'] },
  });
  result.current?.touch(DOWN, 0, 1, 2, 1);
  rerender({ phase: 'reconnecting' });
  result.current?.touch(MOVE, 0, 3, 4, 1);
  result.current?.text('a');
  expect(told.touch.mock.calls.map(([action]) => action)).toEqual([DOWN, CANCEL]);
  expect(told.text).not.toHaveBeenCalled();
  rerender({ phase: 'live' });
  result.current?.text('b');
  expect(told.text.mock.calls).toEqual([['b']]);
});
