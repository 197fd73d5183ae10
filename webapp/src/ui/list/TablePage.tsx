// A list page whose rows are a table: one answer of the server in the list's frame, its pager below, and what opens over it.
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { CallFault } from '@/core/http';
import { lazyWithRetry } from '../lazyWithRetry';
import { RowSkeletons } from '../states/Skeletons';
import type { DataTableProps } from './DataTable';
import { ListPage, type ListPageProps } from './ListPage';
import type { Paging } from './urlState';

const Table = lazyWithRetry<DataTableProps<object>>(() => import('./DataTable'));

/** One page of rows, as calls answer it. */
type Rows<Row> = ({ list: readonly Row[] } | { rows: readonly Row[] }) & { total: number };

type Frame<Row> = Omit<
  ListPageProps<Row>,
  'rows' | 'fault' | 'fetching' | 'onRetry' | 'skeleton' | 'pager' | 'children' | 'dock'
>;

export interface TablePageProps<Row extends object> extends Frame<Row>, Omit<DataTableProps<Row>, 'label' | 'rows'> {
  /** Label for screen readers: what the rows are; the title when left out. */
  label?: string;
  /** The query of the page. */
  answer: { currentData?: Rows<Row> | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  paging: Paging;
  onChange: (part: Partial<Paging>) => void;
  totalWords: (total: number) => string;
  /** The page is no more (`useLastPage`). */
  isGone?: boolean;
  /** The table with what stands around it; the table alone when left out. */
  around?: (table: ReactNode) => ReactNode;
  /** Content beside the page; loaded when it is first shown, as the content over the page is. */
  dock?: ReactNode;
  over?: ReactNode;
}

export function TablePage<Row extends object>(props: TablePageProps<Row>) {
  const { label, columns, idOf, nameOf, selection, sort, onOpen, ...rest } = props;
  const {
    answer,
    paging,
    onChange,
    totalWords,
    isGone = false,
    around = (table) => table,
    over,
    dock,
    ...frame
  } = rest;
  const { currentData: page, error, isFetching, refetch } = answer;
  const found = page && ('list' in page ? page.list : page.rows);
  const total = page?.total ?? 0;
  const table = { label: label ?? frame.title, columns, idOf, nameOf, selection, sort, onOpen };
  const Rows = Table as unknown as ComponentType<DataTableProps<Row>>;
  return (
    <>
      <ListPage<Row>
        {...frame}
        rows={isGone ? undefined : found}
        fault={page ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={() => void refetch()}
        skeleton={<RowSkeletons count={8} />}
        pager={{ ...paging, total, totalWords: totalWords(total), onChange }}
        dock={dock ? <Suspense fallback={null}>{dock}</Suspense> : undefined}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            {around(<Rows {...(table as Omit<DataTableProps<Row>, 'rows'>)} rows={rows} />)}
          </Suspense>
        )}
      </ListPage>
      <Suspense fallback={null}>{over}</Suspense>
    </>
  );
}
