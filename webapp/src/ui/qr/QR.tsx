// A QR code, dark on white in both themes; its drawing code is loaded when one is shown.
import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../lazyWithRetry';
import styles from './QR.module.css';

const QrCode = lazyWithRetry(() => import('./QrCode'), 'button');

interface Props {
  /** Text that the code encodes. */
  value: string;
  /** Purpose of the code, in words: its name for screen readers. */
  label: string;
  /** CSS pixels a side, the white edge not counted. */
  size?: number;
  /** Covers the code: expired, paid, cancelled. */
  cover?: ReactNode;
}

export function QR({ value, label, size = 184, cover }: Props) {
  return (
    <div className={styles.frame} style={{ width: size + 26, height: size + 26 }}>
      <div inert={cover !== undefined} className={styles.code}>
        <Suspense fallback={null}>
          <QrCode value={value} label={label} size={size} />
        </Suspense>
      </div>
      {cover === undefined ? null : <div className={styles.cover}>{cover}</div>}
    </div>
  );
}
