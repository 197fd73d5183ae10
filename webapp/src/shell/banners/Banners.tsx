// A line over the page when it can be read on the way, when the network is gone, or when the server has a newer console.
import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNewerBuild } from '@/core/build';
import styles from './Banners.module.css';
import { Insecure } from './Insecure';

const CHECK_MS = 5 * 60_000;

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}

/** Asks now and then, and whenever the member comes back to the page or the network to the browser. */
function useNewerBuild(online: boolean): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (newer || !online) return;
    let gone = false;
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      void hasNewerBuild().then((found) => {
        if (found && !gone) setNewer(true);
      });
    };
    check();
    const timer = window.setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      gone = true;
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [newer, online]);
  return newer;
}

export function Banners() {
  const { t } = useTranslation();
  const online = useOnline();
  const newer = useNewerBuild(online);
  return (
    <div role="status">
      <Insecure />
      {online ? null : (
        <p className={styles.banner} data-tone="warn">
          <CloudOff size={16} strokeWidth={1.6} aria-hidden="true" />
          {t('shell.offline')}
        </p>
      )}
      {online && newer ? (
        <p className={styles.banner} data-tone="busy">
          <RefreshCw size={16} strokeWidth={1.6} aria-hidden="true" />
          {t('shell.newer')}
          <button type="button" className="owl-plain-button" onClick={() => window.location.reload()}>
            {t('shell.reload')}
          </button>
        </p>
      ) : null}
    </div>
  );
}
