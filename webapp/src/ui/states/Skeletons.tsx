// The shape of what comes, after 200 ms: a quick answer shows none, and nothing jumps when the answer is there.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Skeletons.module.css';
import { useAfter } from './useAfter';

const AFTER_MS = 200;

interface Props {
  /** How many to show. */
  count: number;
}

function Waiting({ count, className, children }: Props & { className: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const shown = useAfter(AFTER_MS);
  return (
    <div className={className} role="status" aria-label={t('common.loading')}>
      {shown
        ? Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
            <div key={index} className={styles.skeleton} aria-hidden="true">
              {children}
            </div>
          ))
        : null}
    </div>
  );
}

/** Cards: a picture and three bars. `className` is the grid they stand in. */
export function CardSkeletons({ count, className }: Props & { className: string | undefined }) {
  return (
    <Waiting count={count} className={className}>
      <i className={styles.picture} />
      <i className={styles.bar} />
      <i className={styles.bar} />
      <i className={styles.bar} />
    </Waiting>
  );
}

/** Rows of a table: a thumb, two lines, three cells. */
export function RowSkeletons({ count }: Props) {
  return (
    <Waiting count={count} className={styles.rows}>
      <span className={styles.row}>
        <i className={styles.thumb} />
        <i className={styles.cell} />
        <i className={styles.cell} />
        <i className={styles.cell} />
      </span>
    </Waiting>
  );
}
