// Two who changed one thing at once: the second reads who was first, when, and what it is now, and chooses whose version stays.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import styles from './ChangedMeanwhile.module.css';

interface Props {
  /** Who changed it; empty when nobody was signed in. */
  by: string;
  /** Unix ms. */
  at: number;
  /** What differs from what is being written. */
  children: ReactNode;
  onMine: () => void;
  onTheirs: () => void;
}

export function ChangedMeanwhile({ by, at, children, onMine, onTheirs }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.line} role="alert">
      <div>
        <b>{t('meanwhile.title', { by: by || t('meanwhile.server'), at: formatTime(at) })}</b>
        <div className={styles.diff}>{children}</div>
      </div>
      <span className={styles.choice}>
        <Button size="small" onClick={onMine}>
          {t('meanwhile.mine')}
        </Button>
        <Button size="small" onClick={onTheirs}>
          {t('meanwhile.theirs')}
        </Button>
      </span>
    </div>
  );
}
