// A part of the account centre: what it is about on the left, its facts on the right, one below the other.
import { type ReactNode, useId } from 'react';
import styles from './AccountPage.module.css';

interface SectionProps {
  title: string;
  note: ReactNode;
  /** A button that concerns the whole part. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <p className="owl-prose">{note}</p>
        {action ? <div className={styles.headAction}>{action}</div> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface RowProps {
  label: string;
  children: ReactNode;
  /** Button that changes the fact of the row. */
  action?: ReactNode;
}

export function Row({ label, children, action }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {action ? <dd>{action}</dd> : null}
    </div>
  );
}

/** A fact, or the words for there being none. */
export function Fact({ text, none }: { text: string; none: string }) {
  return text ? <span className="owl-figures">{text}</span> : <span className={styles.absent}>{none}</span>;
}
