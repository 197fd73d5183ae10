// Toasts and alerts for the whole console. What shows them, antd's notification and modal, is heavy and rarely there at first:
// it is loaded once the page is painted, while there is a network, and asked for again when that failed.
import type { ModalFuncProps } from 'antd';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Voice } from './Voices';

type Deed = (voice: Voice) => void;
type Voices = ComponentType<{ onReady: (voice: Voice) => void }>;

const AnnounceContext = createContext<(deed: Deed) => void>(() => {});

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [Voices, setVoices] = useState<Voices | null>(null);
  const voice = useRef<Voice | null>(null);
  const waiting = useRef<Deed[]>([]);
  const loading = useRef(false);

  const load = useCallback(() => {
    if (voice.current || loading.current) return;
    loading.current = true;
    import('./Voices')
      .then(
        (module) => setVoices(() => module.default),
        // Without a network: the next announcement, or the network's return, asks again.
        () => {},
      )
      .finally(() => {
        loading.current = false;
      });
  }, []);
  const announce = useCallback(
    (deed: Deed) => {
      if (voice.current) return deed(voice.current);
      waiting.current.push(deed);
      load();
    },
    [load],
  );
  const onReady = useCallback((ready: Voice) => {
    voice.current = ready;
    for (const deed of waiting.current.splice(0)) deed(ready);
  }, []);
  useEffect(() => {
    // Behind the first paint and what the page asks for with it.
    const timer = window.setTimeout(load);
    window.addEventListener('online', load);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', load);
    };
  }, [load]);

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      {Voices ? <Voices onReady={onReady} /> : null}
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
