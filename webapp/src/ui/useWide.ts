// Whether the console has room for its desktop form. One breakpoint: antd's `lg`.
import { useSyncExternalStore } from 'react';

const query = '(min-width: 992px)';

export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
