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
import type { Notifier } from './Notifiers';

type Announcement = (notifier: Notifier) => void;
type Notifiers = ComponentType<{ onReady: (notifier: Notifier) => void }>;

const AnnounceContext = createContext<(announcement: Announcement) => void>(() => {});

const loadNotifiers = () => import('./Notifiers');

interface AnnouncerProps {
  children: ReactNode;
  /** Loads what shows toasts and alerts; rejects without a network. */
  loadModule?: typeof loadNotifiers;
}

export function AnnouncerProvider({ children, loadModule = loadNotifiers }: AnnouncerProps) {
  const [Notifiers, setNotifiers] = useState<Notifiers | null>(null);
  const notifier = useRef<Notifier | null>(null);
  const waiting = useRef<Announcement[]>([]);
  const loading = useRef(false);

  const load = useCallback(() => {
    if (notifier.current || loading.current) return;
    loading.current = true;
    loadModule()
      .then(
        (module) => setNotifiers(() => module.default),
        // Without a network: the next announcement, or the network's return, asks again.
        () => {},
      )
      .finally(() => {
        loading.current = false;
      });
  }, [loadModule]);
  const announce = useCallback(
    (announcement: Announcement) => {
      if (notifier.current) return announcement(notifier.current);
      waiting.current.push(announcement);
      load();
    },
    [load],
  );
  const onReady = useCallback((ready: Notifier) => {
    notifier.current = ready;
    for (const announcement of waiting.current.splice(0)) announcement(ready);
  }, []);
  useEffect(() => {
    // Loaded after the first paint and the calls that the page makes with it.
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
      {Notifiers ? <Notifiers onReady={onReady} /> : null}
    </AnnounceContext.Provider>
  );
}

/** Runs an announcement with the notifier, as soon as that is loaded; stable between renders. */
export const useAnnounce = (): ((announcement: Announcement) => void) => useContext(AnnounceContext);

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
