// The master's handle whose inputs also go to the followers; stable for as long as the master's session.
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
  // The followers get nothing that the master does not take: their screens would drift apart from the master's.
  const told = sync && state.phase === 'live';
  const landscape = size !== null && size.width > size.height;

  // Fingers and keys that are down are lifted before the sync ends, with the orientation of until now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn, a cut, the end of control and another group end each gesture.
  useLayoutEffect(() => {
    fan?.letGo();
    how.current.sync = told;
    how.current.landscape = landscape;
  }, [fan, told, landscape, control, opened]);
  return fan?.handle ?? null;
}
