// Probes this browser's capabilities when the page opens, and again on request.
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
      // An answer of an earlier probe, or one that comes after the page was left, is dropped.
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
