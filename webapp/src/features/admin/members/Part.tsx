// A tab of a member's page: a table of what the member has, a page at a time.
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { Pager } from '@/ui/list/Pager';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './Members.module.css';

const Table = lazyWithRetry<DataTableProps<object>>(() => import('@/ui/list/DataTable'));

/** Rows of a page. */
export const PART_SIZE = 20;

interface Props<Row extends object> {
  label: string;
  answer: {
    currentData?: { list: readonly Row[]; total: number } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  columns: readonly Column<Row>[];
  idOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  empty: string;
  pageNo: number;
  onPage: (pageNo: number) => void;
  /** Content above the table. */
  above?: ReactNode;
}

export function Part<Row extends object>(props: Props<Row>) {
  const { label, answer, columns, idOf, nameOf, empty, pageNo, onPage, above } = props;
  const { t } = useTranslation();
  const { currentData: page, error, isFetching, refetch } = answer;
  const Rows = Table as unknown as ComponentType<DataTableProps<Row>>;
  if (!page && error && !isFetching) {
    return <FaultState title={t('members.partFailed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  if (!page) return <RowSkeletons count={6} />;
  if (page.total === 0) return <EmptyState look="shut" title={empty} />;
  return (
    <section className={styles.part} aria-label={label}>
      {above}
      <Suspense fallback={<RowSkeletons count={page.list.length} />}>
        <Rows label={label} columns={columns} rows={page.list} idOf={idOf} nameOf={nameOf} />
      </Suspense>
      {page.total > PART_SIZE ? (
        <Pager
          pageNo={pageNo}
          pageSize={PART_SIZE}
          total={page.total}
          totalWords={t('members.rows', { count: page.total })}
          onChange={(part) => part.pageNo && onPage(part.pageNo)}
        />
      ) : null}
    </section>
  );
}
