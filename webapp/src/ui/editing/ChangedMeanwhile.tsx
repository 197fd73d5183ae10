// Two who changed one thing at once: the second reads who was first, when, and what it is now, and chooses whose version stays.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallFault, Code } from '@/core/http';
import { formatTime } from '@/core/rules';
import styles from './ChangedMeanwhile.module.css';

/** Version that somebody else made of a thing meanwhile, by whom and when. */
export interface Meanwhile<Now> {
  by: string;
  time: number;
  now: Now;
}

/** Change by somebody else that a refusal tells of; null where something else was refused. */
export function meanwhileIn<Now>({ code, data }: CallFault): Meanwhile<Now> | null {
  const told = data as Partial<Meanwhile<Now>> | null;
  if (code !== Code.changedMeanwhile || !told?.now) return null;
  return { now: told.now, by: told.by ?? '', time: told.time ?? 0 };
}

interface Props {
  /** Author of the change; empty when nobody was signed in. */
  by: string;
  /** Unix ms. */
  at: number;
  /** Differences between the saved version and the draft. */
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
