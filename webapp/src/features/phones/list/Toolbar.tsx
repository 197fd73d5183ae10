// Toolbar of the list: search, filters, selection of the page, sort, columns, CSV export, view.
import { type ReactNode, Suspense, useCallback } from 'react';
import { GroupChips } from '@/features/groups/GroupChips';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { ColumnChooserProps } from '@/ui/list/ColumnChooser';
import { CsvButton } from '@/ui/list/CsvButton';
import type { Column } from '@/ui/list/columns';
import { useWide } from '@/ui/useWide';
import type { Phone } from '../api';
import type { FilterFieldsProps } from '../filters/FilterFields';
import { Filters } from '../filters/Filters';
import { SearchBox } from '../filters/SearchBox';
import styles from './ListPage.module.css';
import { filterCount, type ListState } from './listState';
import { SortControl } from './SortControl';
import { type useView, ViewControls } from './ViewControls';

const ActiveFilters = lazyWithRetry<FilterFieldsProps>(() => import('../filters/ActiveFilters'), 'button');
const ColumnChooser = lazyWithRetry<ColumnChooserProps<Phone>>(() => import('@/ui/list/ColumnChooser'), 'button');

/** Most rows of one CSV file. */
const CSV_MAX = 10_000;

interface Props {
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
  view: ReturnType<typeof useView>;
  columns: readonly Column<Phone>[];
  hidden: readonly string[];
  onColumns: (hidden: string[]) => void;
  /** Number of all phones, regardless of search and filters. */
  all: number | undefined;
  /** Number of phones that match search and filters. */
  total: number;
  fetchUpTo: (max: number) => Promise<Phone[] | null>;
  /** Control that selects the page: here on a desktop-sized window, in the batch bar on a phone's screen. */
  selectPage: ReactNode;
}

export function Toolbar(props: Props) {
  const { state, onChange, view, columns, hidden, onColumns, all, total, fetchUpTo, selectPage } = props;
  const wide = useWide();
  const onSearch = useCallback((text: string) => onChange({ keyword: text }), [onChange]);
  return (
    <>
      <SearchBox value={state.keyword} onSearch={onSearch} />
      <GroupChips all={all} value={state.group} onChange={(group) => onChange({ group })} />
      {wide ? selectPage : null}
      <div className={styles.tools}>
        <Filters state={state} onChange={onChange} compact={!wide} />
        <SortControl sortType={state.sortType} sortOrder={state.sortOrder} onChange={onChange} />
        {view.view === 'table' && wide ? (
          <Suspense fallback={null}>
            <ColumnChooser columns={columns} hidden={hidden} onChange={onColumns} />
          </Suspense>
        ) : null}
        {wide ? (
          <CsvButton name="phones" columns={columns} disabled={total === 0} fetchAll={() => fetchUpTo(CSV_MAX)} />
        ) : null}
        <ViewControls view={view.view} landscape={view.landscape} onView={view.chooseView} onTurn={view.turnPictures} />
      </div>
      {filterCount(state) > 0 ? (
        <Suspense fallback={null}>
          <ActiveFilters state={state} onChange={onChange} />
        </Suspense>
      ) : null}
    </>
  );
}
