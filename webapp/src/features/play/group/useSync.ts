// Whether the others do what the master is told. F8 changes it wherever the focus is: no phone and no field takes that key.
import { useEffect, useState } from 'react';

export function useSync(): [boolean, (on: boolean) => void] {
  const [sync, setSync] = useState(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) setSync((on) => !on);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return [sync, setSync];
}
