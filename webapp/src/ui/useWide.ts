// Whether the console has room for its desktop form. One breakpoint: antd's `lg`.
import { useSyncExternalStore } from 'react';

const DESK_PX = 992;

/** `minWidth`: for what needs more room than the desktop form. */
export function useWide(minWidth = DESK_PX): boolean {
  const query = `(min-width: ${minWidth}px)`;
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
