// True once a number of milliseconds has passed since the first render, so that short waits show no skeleton.
import { useEffect, useState } from 'react';

export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setPassed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return passed;
}
