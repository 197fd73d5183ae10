// Which app is in front on the phone, while somebody wants to know.
import { useEffect, useState } from 'react';
import type { Session } from '../session/usePlay';

/** Its package; null while it is not known. */
export function useFront({ handle, listen, state }: Session, wanted: boolean): string | null {
  const [front, setFront] = useState<string | null>(null);
  // Asked again after each connection that was lost.
  const follows = wanted && state.control && state.phase === 'live';
  useEffect(() => {
    if (!follows || !handle) return;
    const stop = listen((event) => {
      if (event.type === 'app') setFront(event.package || null);
    });
    handle.followApp(true);
    return () => {
      stop();
      handle.followApp(false);
    };
  }, [follows, handle, listen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one phone shows is not said of the next; a session is told by its handle.
  useEffect(() => setFront(null), [handle]);
  return front;
}
