// A part of the overview: its head with a note and the way to its page.
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import styles from './Overview.module.css';

interface Props {
  title: ReactNode;
  note?: ReactNode;
  /** The page behind it, and the words of the link. */
  to?: string | undefined;
  more?: string | undefined;
  children: ReactNode;
  id?: string;
}

export function Section({ title, note, to, more, children, id }: Props) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading} id={id}>
      <div className={styles.sectionHead}>
        <h2 id={heading}>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        {to && more ? (
          <Link to={to} className={styles.more} aria-describedby={heading}>
            {more}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}
