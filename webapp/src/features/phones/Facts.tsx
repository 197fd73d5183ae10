// Beside the list's title and below its filters: how many phones there are, how many need a person, what was not found.
import { Trans, useTranslation } from 'react-i18next';
import type { Summary } from './api';
import styles from './ListPage.module.css';
import { type ListState, noFilter } from './listState';

interface Props {
  summary: Summary | undefined;
  onFilter: (part: Partial<ListState>) => void;
}

/** Only counts that exist are said; a click on one that needs a person shows those phones. */
export function Counts({ summary, onFilter }: Props) {
  if (!summary) return <p className={styles.counts} />;
  const { total, running, expiringSoon, abnormal } = summary;
  const b = { b: <b /> };
  return (
    <p className={`${styles.counts} owl-figures`}>
      <Trans i18nKey="list.total" values={{ n: total }} components={b} parent="span" />
      <Trans i18nKey="list.running" values={{ n: running }} components={b} parent="span" />
      {expiringSoon > 0 ? (
        <span data-tone="warn">
          <button
            type="button"
            className="owl-plain-button"
            onClick={() => onFilter({ ...noFilter, rental: 'expiring' })}
          >
            <Trans i18nKey="list.expiring" values={{ n: expiringSoon }} components={b} />
          </button>
        </span>
      ) : null}
      {abnormal > 0 ? (
        <span data-tone="err">
          <button type="button" className="owl-plain-button" onClick={() => onFilter({ ...noFilter, state: 'failed' })}>
            <Trans i18nKey="list.abnormal" values={{ n: abnormal }} components={b} />
          </button>
        </span>
      ) : null}
    </p>
  );
}

/** What was searched and not found, and that the server is silent. */
export function Notes({ missing, stale }: { missing: readonly string[]; stale: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {missing.length > 0 ? (
        <p className={styles.note} role="status">
          {t('list.notFound', { n: missing.length, names: missing.join('、') })}
        </p>
      ) : null}
      {stale ? (
        <p className={styles.note} role="status">
          {t('list.stale')}
        </p>
      ) : null}
    </>
  );
}
