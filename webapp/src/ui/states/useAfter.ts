// True once so many milliseconds have passed since the first render: what would only flash is not shown.
import { useEffect, useState } from 'react';

export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setPassed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return passed;
}
