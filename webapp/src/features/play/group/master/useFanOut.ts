// The master's handle that tells the group along; the same for as long as the master's session, whatever else changes.
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { PlayHandle } from '@/core/stream';
import type { Session } from '@/features/play/session/usePlay';
import type { Group } from '../useGroup';
import { type FanOutState, fanOut } from './fanOut';

export function useFanOut(
  { handle, state }: Session,
  { current, handle: opened }: Group,
  sync: boolean,
): PlayHandle | null {
  const how = useRef<FanOutState>({ sync, landscape: false });
  const fan = useMemo(() => (handle ? fanOut(handle, current, how.current) : null), [handle, current]);
  const { control, size } = state;
  // What the master does not take nobody is told: they would go ways of their own.
  const told = sync && state.phase === 'live';
  const landscape = size !== null && size.width > size.height;

  // What is down when they stop hearing of it is lifted first, by the way in which the picture lay until now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn, a cut, the end of control and another group end each gesture.
  useLayoutEffect(() => {
    fan?.letGo();
    how.current.sync = told;
    how.current.landscape = landscape;
  }, [fan, told, landscape, control, opened]);
  return fan?.handle ?? null;
}
