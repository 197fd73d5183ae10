// The bar at a page's foot while something is changed and not saved: what, whom it reaches, giving up and saving.
import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SaveBar.module.css';

interface Props {
  /** Changes that are not saved; without one there is no bar. */
  count: number;
  /** Members whom the changes reach, in words. */
  reach?: ReactNode;
  busy: boolean;
  /** Saving is locked, as long as a conflict of two versions is open. */
  held?: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

export function SaveBar({ count, reach, busy, held = false, onDiscard, onSave }: Props) {
  const { t } = useTranslation();
  const dirty = count > 0;
  useEffect(() => {
    if (!dirty) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [dirty]);
  if (!dirty) return null;
  return (
    <footer className={styles.bar}>
      <span className={styles.words}>
        <b>{t('saveBar.changes', { count })}</b>
        {reach ? <span className={styles.reach}>{reach}</span> : null}
      </span>
      <Button onClick={onDiscard} disabled={busy}>
        {t('saveBar.discard')}
      </Button>
      <Button type="primary" loading={busy} disabled={held} onClick={onSave}>
        {t('saveBar.save')}
      </Button>
    </footer>
  );
}
