// The facts of this browser: found out when the page opens, and whenever that is asked for.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Facts, probeBrowser } from '@/core/browser';

export function useFacts(): { facts: Facts | null; busy: boolean; again: () => void } {
  const [facts, setFacts] = useState<Facts | null>(null);
  const [busy, setBusy] = useState(true);
  const asked = useRef(0);

  const again = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    setBusy(true);
    void probeBrowser().then((found) => {
      // Only the newest answer counts, and none after the page is gone.
      if (mine !== asked.current) return;
      setFacts(found);
      setBusy(false);
    });
  }, []);

  useEffect(() => {
    again();
    return () => {
      asked.current += 1;
    };
  }, [again]);

  return { facts, busy, again };
}
