// Counts beside the list's title (all phones, and those that need attention), and notes below its filters (names not found, server silent).
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Bold } from '@/ui/Bold';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Summary } from '../api';
import styles from './ListPage.module.css';
import { type ListState, noFilter } from './listState';

const NotFound = lazyWithRetry(() => import('./NotFound'), 'button');

interface Props {
  summary: Summary | undefined;
  onFilter: (part: Partial<ListState>) => void;
}

/** Counts of phones, without those that are zero; a click on a count that needs attention filters the list by it. */
export function Counts({ summary, onFilter }: Props) {
  const { t } = useTranslation();
  if (!summary) return <p className={styles.counts} />;
  const { total, running, expiringSoon, abnormal } = summary;
  return (
    <p className={`${styles.counts} owl-figures`}>
      <span>
        <Bold text={t('list.total', { count: total })} />
      </span>
      <span>
        <Bold text={t('list.running', { n: running })} />
      </span>
      {expiringSoon > 0 ? (
        <span data-tone="warn">
          <button
            type="button"
            className="owl-plain-button"
            onClick={() => onFilter({ ...noFilter, rental: 'expiring' })}
          >
            <Bold text={t('list.expiring', { n: expiringSoon })} />
          </button>
        </span>
      ) : null}
      {abnormal > 0 ? (
        <span data-tone="err">
          <button type="button" className="owl-plain-button" onClick={() => onFilter({ ...noFilter, state: 'failed' })}>
            <Bold text={t('list.abnormal', { n: abnormal })} />
          </button>
        </span>
      ) : null}
    </p>
  );
}

/** Notes on names that were not found, and on a server that does not answer. */
export function Notes({
  missing,
  stale,
  onFilter,
}: Pick<Props, 'onFilter'> & { missing: readonly string[]; stale: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {missing.length > 0 ? (
        <Suspense fallback={null}>
          <NotFound names={missing} onSearch={(keyword) => onFilter({ keyword })} />
        </Suspense>
      ) : null}
      {stale ? (
        <p className={styles.note} role="status">
          {t('list.stale')}
        </p>
      ) : null}
    </>
  );
}
