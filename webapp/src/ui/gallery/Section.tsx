// A part of the gallery under its title, with the part's name for those who look for it in the code.
import type { ReactNode } from 'react';
import styles from './Gallery.module.css';

interface Props {
  title: string;
  /** Where it lives: `ui/batch/BatchBar`. */
  home?: string;
  /** 1 to 6 of the page's six columns. */
  span?: number;
  children: ReactNode;
}

export function Section({ title, home, span = 2, children }: Props) {
  return (
    <section className={styles.section} style={{ '--span': span } as React.CSSProperties}>
      <h2 className={styles.heading}>
        {title}
        {home ? <span className="owl-mono">{home}</span> : null}
      </h2>
      {children}
    </section>
  );
}
