// Where something about money stands: an icon and words in the colour of its tone; what is well is quiet.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Told.module.css';

export interface Look {
  icon: LucideIcon;
  tone: 'ok' | 'busy' | 'warn' | 'err' | 'off';
}

export function Mark({ look: { icon: Icon, tone }, children }: { look: Look; children: ReactNode }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {children}
    </span>
  );
}
