// Nothing to show, and what to do about it: eyes on a perch, a title, one sentence, one step.
import type { ReactNode } from 'react';
import { Eyes, type Look } from '../Eyes';
import styles from './EmptyState.module.css';

interface Props {
  look: Look;
  title: string;
  text?: string | undefined;
  /** One button, two at most. */
  children?: ReactNode;
  /** A caption below, such as the request id. */
  note?: ReactNode;
}

export function EmptyState({ look, title, text, children, note }: Props) {
  return (
    <section className={styles.empty} data-look={look}>
      <div className={styles.perch}>
        <Eyes look={look} width={64} />
      </div>
      <h2 className={styles.title}>{title}</h2>
      {text ? <p className={`${styles.text} owl-prose`}>{text}</p> : null}
      {children ? <div className={styles.steps}>{children}</div> : null}
      {note ? <p className={styles.note}>{note}</p> : null}
    </section>
  );
}
