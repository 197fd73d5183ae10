// A page without the frame, as it stands inside somebody else's: it scrolls by itself and hears what happens.
import { type ReactNode, Suspense } from 'react';
import { useLive } from '@/features/live/useLive';
import styles from './Frame.module.css';

export function Bare({ children }: { children: ReactNode }) {
  useLive();
  return (
    <main id="main" className={styles.bare} tabIndex={-1}>
      <Suspense fallback={null}>{children}</Suspense>
    </main>
  );
}
