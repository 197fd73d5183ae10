// Whether the followers get the master's inputs. F8 switches it wherever the focus is: no phone and no field uses that key.
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
