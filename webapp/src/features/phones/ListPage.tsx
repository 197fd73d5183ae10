// The cloud-phone list: counts, search, sort, the cards, pages. Its question is in the address, its answer refreshes while the page is seen.
import { Pagination } from 'antd';
import { useCallback, useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { useNow } from '@/ui/useNow';
import { type Summary, useListPhonesQuery } from './api';
import { Deck } from './Deck';
import styles from './ListPage.module.css';
import { changeListState, type ListState, readListState, writeListState } from './listState';
import { PhoneGrid } from './PhoneGrid';
import { SearchBox } from './SearchBox';
import { SortControl } from './SortControl';
import { viewPhone } from './view';

const POLL_MS = 4000;
const CLOCK_MS = 30_000;

export default function ListPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.phones'));
  const limits = useMemo(constants, []);
  const [query, setQuery] = useSearchParams();
  const state = readListState(query, limits);
  const now = useNow(CLOCK_MS);
  const { pageNo, pageSize, keyword, sortType, sortOrder } = state;
  const { currentData, data, error, isFetching, refetch } = useListPhonesQuery(
    { pageNo, pageSize, keyword, sortType, sortOrder },
    {
      pollingInterval: POLL_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
      refetchOnReconnect: true,
    },
  );
  // While another page loads, the counts of the last answer stay; the cards do not.
  const summary = (currentData ?? data)?.summary;

  const change = useCallback(
    (part: Partial<ListState>) =>
      setQuery((old) => writeListState(changeListState(readListState(old, limits), part), limits)),
    [setQuery, limits],
  );
  const onSearch = useCallback((text: string) => change({ keyword: text }), [change]);

  const watchable = (currentData?.list ?? []).filter((phone) => viewPhone(phone).open.allowed).map((p) => p.phoneId);

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('pages.phones')}
        </h1>
        <Counts summary={summary} />
      </div>
      <div className={styles.toolbar}>
        <SearchBox value={keyword} onSearch={onSearch} />
        <SortControl sortType={sortType} sortOrder={sortOrder} onChange={change} />
      </div>
      {currentData && currentData.notFound.length > 0 ? (
        <p className={styles.notFound} role="status">
          {t('list.notFound', { n: currentData.notFound.length, names: currentData.notFound.join('、') })}
        </p>
      ) : null}
      {currentData && error ? (
        <p className={styles.notFound} role="status">
          {t('list.stale')}
        </p>
      ) : null}
      <Deck phoneIds={watchable}>
        <PhoneGrid
          phones={currentData?.list}
          fault={currentData ? undefined : (error as CallFault | undefined)}
          fetching={isFetching}
          keyword={keyword}
          memberTotal={summary?.total ?? 0}
          pageSize={pageSize}
          now={now}
          onRetry={refetch}
          onClear={() => change({ keyword: '' })}
        />
      </Deck>
      {currentData && currentData.total > 0 ? (
        <div className={styles.pager}>
          <span className={styles.pageTotal}>{t('list.pageTotal', { total: currentData.total })}</span>
          <Pagination
            size="small"
            current={pageNo}
            pageSize={pageSize}
            total={currentData.total}
            pageSizeOptions={[...limits.pageSizes]}
            showSizeChanger
            responsive
            onChange={(page, size) => change(size === pageSize ? { pageNo: page } : { pageSize: size })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** How many phones, and how many of them need a person: only those that exist are said. */
function Counts({ summary }: { summary: Summary | undefined }) {
  if (!summary) return <p className={styles.counts} />;
  const { total, running, expiringSoon, abnormal } = summary;
  return (
    <p className={`${styles.counts} owl-figures`}>
      <Trans i18nKey="list.total" values={{ n: total }} components={{ b: <b /> }} parent="span" />
      <Trans i18nKey="list.running" values={{ n: running }} components={{ b: <b /> }} parent="span" />
      {expiringSoon > 0 ? (
        <span data-tone="warn">
          <Trans i18nKey="list.expiring" values={{ n: expiringSoon }} components={{ b: <b /> }} />
        </span>
      ) : null}
      {abnormal > 0 ? (
        <span data-tone="err">
          <Trans i18nKey="list.abnormal" values={{ n: abnormal }} components={{ b: <b /> }} />
        </span>
      ) : null}
    </p>
  );
}
