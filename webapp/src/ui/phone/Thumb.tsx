// A small standing picture of a phone: in tables, films and receipts.
import type { ReactNode } from 'react';
import styles from './Thumb.module.css';

interface Props {
  /** CSS pixels: 20 in films, 22 in tables. */
  width?: number;
  /** The picture; a dark ground without one. */
  children?: ReactNode;
}

export function Thumb({ width = 22, children }: Props) {
  return (
    <span className={styles.thumb} style={{ width, height: Math.round((width * 16) / 9) }} aria-hidden="true">
      {children}
    </span>
  );
}
