// The phones of the sections near the view: those of the wall's socket, which carries so many at most.
import { useCallback, useMemo, useState } from 'react';
import { constants } from '@/core/rules';

interface WallPhones {
  phoneIds: readonly number[];
  /** A section came near the view with these phones, or left it with none. */
  put: (section: string, ids: readonly number[]) => void;
}

export function useWallPhones(): WallPhones {
  const [sections, setSections] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const put = useCallback((section: string, ids: readonly number[]) => {
    setSections((before) => {
      if ((before.get(section) ?? []).join() === ids.join()) return before;
      const next = new Map(before);
      // The section that came last stands last.
      next.delete(section);
      if (ids.length > 0) next.set(section, ids);
      return next;
    });
  }, []);
  const phoneIds = useMemo(() => {
    const latest = [...sections.values()].reverse().flat();
    return [...new Set(latest)].slice(0, constants().deckMaxSlots);
  }, [sections]);
  return { phoneIds, put };
}
