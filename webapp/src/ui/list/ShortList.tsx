// A list beside something else: found by words, a page at a time.
import { Input, Pagination } from 'antd';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallFault } from '@/core/http';
import { FaultState } from '../states/FaultState';
import { RowSkeletons } from '../states/Skeletons';
import styles from './ShortList.module.css';
import { useTypedSearch } from './useTypedSearch';

/** Rows of a page of a short list. */
export const SHORT_PAGE = 20;
const SKELETONS = 4;

/** The question of a short list. */
export interface ShortQuestion {
  pageNo: number;
  keyword: string;
}

interface Props<T> {
  question: ShortQuestion;
  onChange: (question: ShortQuestion) => void;
  /** The field's words. */
  search: string;
  filters?: ReactNode;
  page: { list: readonly T[]; total: number } | undefined;
  error: unknown;
  fetching: boolean;
  onRetry: () => void;
  /** Title where the page did not come. */
  failed: string;
  empty: ReactNode;
  children: (rows: readonly T[]) => ReactNode;
}

export function ShortList<T>(props: Props<T>) {
  const { question, onChange, search, filters, page, error, fetching, onRetry, failed, empty, children } = props;
  const typed = useTypedSearch(question.keyword, (keyword) => onChange({ pageNo: 1, keyword }));
  const rows = () => {
    if (error && !fetching) return <FaultState title={failed} fault={error as CallFault} onRetry={onRetry} />;
    // A page that its last rows left is asked for anew.
    if (!page || (page.list.length === 0 && page.total > 0)) return <RowSkeletons count={SKELETONS} />;
    return page.list.length === 0 ? empty : children(page.list);
  };
  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <Input
          allowClear
          prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
          placeholder={search}
          aria-label={search}
          maxLength={64}
          value={typed.draft}
          onChange={({ target }) => typed.setDraft(target.value)}
          onPressEnter={() => typed.search(typed.draft)}
        />
        {filters}
      </div>
      {rows()}
      {page && page.total > SHORT_PAGE ? (
        <Pagination
          size="small"
          align="end"
          current={question.pageNo}
          pageSize={SHORT_PAGE}
          total={page.total}
          showSizeChanger={false}
          onChange={(pageNo) => onChange({ ...question, pageNo })}
        />
      ) : null}
    </div>
  );
}
