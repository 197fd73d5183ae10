// The app in front on the phone, followed while the key mapping needs it.
import { useEffect, useState } from 'react';
import type { Session } from '../session/usePlay';

/** Package of the app in front; null while it is not known. */
export function useFront({ handle, listen, state }: Session, wanted: boolean): string | null {
  const [front, setFront] = useState<string | null>(null);
  // The phone is asked again after each reconnection.
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
