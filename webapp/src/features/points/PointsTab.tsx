// The points of the account centre: what is there of them, and each change with the balance after it.

import { Button } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { DayField } from '@/ui/fields/DayField';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { allPages } from '@/ui/list/allPages';
import { CsvButton } from '@/ui/list/CsvButton';
import type { DataTableProps } from '@/ui/list/DataTable';
import { FilterChips } from '@/ui/list/FilterChips';
import { Pager } from '@/ui/list/Pager';
import type { Codec } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type PointRecord, useGetPointsQuery, useLazyListPointsQuery, useListPointsQuery } from './api';
import styles from './Points.module.css';
import { PointsHead } from './PointsHead';
import { idOf, usePointColumns } from './pointColumns';
import { isFiltered, kinds, noFilter, type PointState, questionOf } from './pointState';

const DataTable = lazyWithRetry<DataTableProps<PointRecord>>(() => import('@/ui/list/DataTable'));

/** Rows that a file holds at most, and the largest page that the server answers. */
const FILE_MAX = 10_000;
const again = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

interface Props {
  codec: Codec<PointState>;
  state: PointState;
  onChange: (part: Partial<PointState>) => void;
}

export default function PointsTab({ codec, state, onChange }: Props) {
  const { t } = useTranslation();
  const there = useGetPointsQuery(undefined, again);
  const { currentData, error, isFetching, refetch } = useListPointsQuery(questionOf(state), again);
  const columns = usePointColumns();
  const fetchAll = useFetchAll(state);
  const total = currentData?.total ?? 0;
  const isGone = useLastPage(paths.accountCenter, codec, state, { rows: currentData?.list, total });
  const fault = (there.error ?? error) as CallFault | undefined;
  if (fault && !isFetching && !there.isFetching) {
    const retry = () => {
      void there.refetch();
      void refetch();
    };
    return <FaultState title={t('points.failed')} fault={fault} onRetry={retry} />;
  }
  const rows = isGone ? undefined : currentData?.list;
  return (
    <div className={styles.points}>
      {there.data ? <PointsHead summary={there.data} /> : <RowSkeletons count={4} />}
      <div className={styles.filters}>
        <Kinds state={state} counts={currentData?.counts} onChange={onChange} />
        <span className={styles.days}>
          <DayField
            aria-label={t('points.from')}
            placeholder={t('points.from')}
            value={state.from}
            max={state.to}
            clearable
            onChange={(from) => onChange({ from })}
          />
          <span aria-hidden="true">–</span>
          <DayField
            aria-label={t('points.to')}
            placeholder={t('points.to')}
            value={state.to}
            min={state.from}
            clearable
            onChange={(to) => onChange({ to })}
          />
          <CsvButton name={t('points.file')} columns={columns} fetchAll={fetchAll} disabled={total === 0} />
        </span>
      </div>
      {rows === undefined ? (
        <RowSkeletons count={8} />
      ) : rows.length === 0 ? (
        <Nothing filtered={isFiltered(state)} onAll={() => onChange(noFilter)} />
      ) : (
        <Suspense fallback={<RowSkeletons count={rows.length} />}>
          <div className={styles.ledger}>
            <DataTable
              label={t('points.records')}
              columns={columns}
              rows={rows}
              idOf={idOf}
              nameOf={({ description }) => description}
            />
          </div>
        </Suspense>
      )}
      {total > 0 ? (
        <Pager
          pageNo={state.pageNo}
          pageSize={state.pageSize}
          total={total}
          totalWords={t('points.total', { count: total })}
          onChange={onChange}
        />
      ) : null}
    </div>
  );
}

function Nothing({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  const { t } = useTranslation();
  if (!filtered) return <EmptyState look="half" title={t('points.empty')} text={t('points.emptyText')} />;
  return (
    <EmptyState look="half" title={t('points.noMatch')}>
      <Button onClick={onAll}>{t('points.noMatchStep')}</Button>
    </EmptyState>
  );
}

interface KindProps extends Pick<Props, 'state' | 'onChange'> {
  counts: readonly { type: PointRecord['type']; count: number }[] | undefined;
}

function Kinds({ state, counts, onChange }: KindProps) {
  const { t } = useTranslation();
  const countOf = (kind: PointState['type']) =>
    counts?.reduce((sum, { type, count }) => (kind === 'all' || type === kind ? sum + count : sum), 0);
  return (
    <FilterChips<PointState['type']>
      label={t('points.kinds')}
      value={state.type}
      chips={(['all', ...kinds] as const).map((value) => ({
        value,
        label: value === 'all' ? t('points.all') : t(`points.kind.${value}`),
        count: countOf(value),
      }))}
      onChange={(type) => onChange({ type })}
    />
  );
}

/** All changes that the filters find, as many as a file holds. Null when the server refused, which then was told. */
function useFetchAll(state: PointState): () => Promise<PointRecord[] | null> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [list] = useLazyListPointsQuery();
  return async () => {
    const page = async (pageNo: number) => {
      const { data, error } = await list({ ...questionOf(state), pageNo, pageSize: CommonLimits.pageSizeMax });
      // A refusal may come beside what was answered before.
      if (data && !error) return data;
      toasts.failed(faultWords(error as CallFault, t));
      return null;
    };
    const found = await allPages(page, CommonLimits.pageSizeMax, FILE_MAX);
    if (!found) return null;
    const { rows, total } = found;
    if (rows.length < total) {
      toasts.warned(t('points.fileCut'), { text: t('points.fileCutText', { n: rows.length, total }) });
    }
    return rows;
  };
}
