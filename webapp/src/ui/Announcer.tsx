// Toasts and alerts for the whole console. What shows them, antd's notification and modal, is heavy and rarely there at first:
// it is loaded when the page has settled, or with the first announcement.
import type { ModalFuncProps } from 'antd';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Voice } from './Voices';

type Deed = (voice: Voice) => void;

const Voices = lazy(() => import('./Voices'));
/** After the first paint and what it asks the server for; before the network is likely to be gone. */
const SETTLED_MS = 2000;

const AnnounceContext = createContext<(deed: Deed) => void>(() => {});

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const voice = useRef<Voice | null>(null);
  const waiting = useRef<Deed[]>([]);

  const announce = useCallback((deed: Deed) => {
    if (voice.current) return deed(voice.current);
    waiting.current.push(deed);
    setWanted(true);
  }, []);
  const onReady = useCallback((ready: Voice) => {
    voice.current = ready;
    for (const deed of waiting.current.splice(0)) deed(ready);
  }, []);
  useEffect(() => {
    const timer = window.setTimeout(() => setWanted(true), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, []);

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      {wanted ? (
        <Suspense fallback={null}>
          <Voices onReady={onReady} />
        </Suspense>
      ) : null}
    </AnnounceContext.Provider>
  );
}

/** Does something with the voices, as soon as they are there. Stable. */
export const useAnnounce = (): ((deed: Deed) => void) => useContext(AnnounceContext);

type Alert = (options: ModalFuncProps) => void;

export interface Alerts {
  confirm: Alert;
  error: Alert;
  warning: Alert;
}

/** Dialogs of a few words and a button or two; stable between renders. */
export function useAlerts(): Alerts {
  const announce = useAnnounce();
  return useMemo(() => {
    const alert =
      (kind: keyof Alerts): Alert =>
      (options) =>
        announce(({ modal }) => void modal[kind](options));
    return { confirm: alert('confirm'), error: alert('error'), warning: alert('warning') };
  }, [announce]);
}
