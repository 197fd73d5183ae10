// The recycle bin: phones whose rental is over with the moment of their wipe, renewed or given up from here, and the records of those wiped.
import { Button } from 'antd';
import { CalendarPlus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { orderLimits } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { Bold } from '@/ui/Bold';
import { BatchBar } from '@/ui/batch/BatchBar';
import { later } from '@/ui/later';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { RowSkeletons } from '@/ui/Skeletons';
import { ClockSkew } from '@/ui/useNow';
import { type Selection, useSelection } from '@/ui/useSelection';
import { type Binned, type BinPage, type Purge, useListPurgedQuery, useListRecycledQuery } from './api';
import { BinFilters } from './BinFilters';
import { type BinState, binCodec, questionOf } from './binState';
import { useBinColumns, usePurgeColumns } from './columns';
import styles from './Recycle.module.css';

const BinTable = later<DataTableProps<Binned>>(() => import('@/ui/list/DataTable'));
const PurgeTable = later<DataTableProps<Purge>>(() => import('@/ui/list/DataTable'));
const CalendarDialog = later(() => import('./CalendarDialog'), 'over');
const GiveUp = later(() => import('./GiveUp'), 'over');

const idOf = ({ phoneId }: Binned): number => phoneId;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

export default function RecycleBinPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.recycleBin'));
  const codec = useMemo(binCodec, []);
  const [state, change] = useUrlState(codec);
  const bin = useListRecycledQuery(questionOf(state), FRESH);
  const page = bin.currentData;
  const frame = {
    title: t('recycle.title'),
    heading,
    facts: page ? <Facts counts={page.counts} /> : null,
    actions: <Calendar />,
    filters: <BinFilters state={state} page={page} onChange={change} />,
  };
  if (state.phase === 'purged') return <Records frame={frame} state={state} onChange={change} />;
  return (
    <ClockSkew value={page?.skewMs ?? 0}>
      <Phones
        frame={frame}
        state={state}
        page={page}
        fault={page ? undefined : (bin.error as CallFault | undefined)}
        fetching={bin.isFetching}
        onRetry={bin.refetch}
        onChange={change}
      />
    </ClockSkew>
  );
}

interface PartProps {
  frame: {
    title: string;
    heading: ReturnType<typeof usePageTitle>;
    facts: ReactNode;
    actions: ReactNode;
    filters: ReactNode;
  };
  state: BinState;
  onChange: (part: Partial<BinState>) => void;
}

interface PhonesProps extends PartProps {
  page: BinPage | undefined;
  fault: CallFault | undefined;
  fetching: boolean;
  onRetry: () => void;
}

function Phones({ frame, state, page, fault, fetching, onRetry, onChange }: PhonesProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [losing, setLosing] = useState<readonly Binned[]>([]);
  const selection = useSelection<Binned>(idOf, orderLimits().linesMax);
  const codec = useMemo(binCodec, []);
  const total = page?.total ?? 0;
  const isGone = useLastPage(paths.recycleBin, codec, state, { rows: page?.list, total });
  const renew = (phones: readonly Binned[]) => void navigate(`${paths.renew}?phoneIds=${phones.map(idOf).join()}`);
  const columns = useBinColumns({
    periods: page,
    onRenew: (phone) => renew([phone]),
    onGiveUp: (phone) => setLosing([phone]),
  });
  const isFiltered = state.phase !== 'all' || state.q.trim() !== '';
  return (
    <>
      <ListPage<Binned>
        {...frame}
        rows={isGone ? undefined : page?.list}
        fault={fault}
        fetching={fetching}
        onRetry={onRetry}
        failed={t('recycle.failed')}
        empty={{ look: 'open', title: t('recycle.empty'), text: t('recycle.emptyText') }}
        unmatched={
          isFiltered
            ? {
                title: t('recycle.noMatch'),
                step: { label: t('recycle.clear'), onClick: () => onChange({ phase: 'all', q: '' }) },
              }
            : undefined
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ ...state, total, totalWords: t('recycle.total', { n: total }), onChange }}
        deck={<Deck selection={selection} onRenew={renew} onGiveUp={setLosing} />}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            <BinTable
              label={t('recycle.title')}
              columns={columns}
              rows={rows}
              idOf={idOf}
              nameOf={({ phoneAlias }) => phoneAlias}
              selection={selection}
            />
          </Suspense>
        )}
      </ListPage>
      {losing.length > 0 ? (
        <Suspense fallback={null}>
          <GiveUp phones={losing} onDone={selection.clear} onClose={() => setLosing([])} />
        </Suspense>
      ) : null}
    </>
  );
}

interface DeckProps {
  selection: Selection<Binned>;
  onRenew: (phones: readonly Binned[]) => void;
  onGiveUp: (phones: readonly Binned[]) => void;
}

function Deck({ selection, onRenew, onGiveUp }: DeckProps) {
  const { t } = useTranslation();
  const { rows } = selection;
  if (rows.length === 0) return null;
  return (
    <BatchBar
      selected={rows.map(idOf)}
      cap={orderLimits().linesMax}
      onKeep={(ids) => selection.replace(rows.filter(({ phoneId }) => ids.includes(phoneId)))}
      onClear={selection.clear}
      actions={[
        {
          key: 'renew',
          label: t('recycle.renewMany'),
          icon: CalendarPlus,
          hint: t('recycle.renewHint'),
          primary: true,
          onRun: () => onRenew(rows),
        },
        { key: 'giveUp', label: t('recycle.giveUp'), icon: Trash2, danger: true, onRun: () => onGiveUp(rows) },
      ]}
    />
  );
}

/** The records of phones that were lost. */
function Records({ frame, state, onChange }: PartProps) {
  const { t } = useTranslation();
  const { pageNo, pageSize } = state;
  const { currentData, error, isFetching, refetch } = useListPurgedQuery({ pageNo, pageSize }, FRESH);
  const columns = usePurgeColumns();
  const codec = useMemo(binCodec, []);
  const total = currentData?.total ?? 0;
  const isGone = useLastPage(paths.recycleBin, codec, state, { rows: currentData?.list, total });
  return (
    <ListPage<Purge>
      {...frame}
      rows={isGone ? undefined : currentData?.list}
      fault={currentData ? undefined : (error as CallFault | undefined)}
      fetching={isFetching}
      onRetry={refetch}
      failed={t('recycle.failed')}
      empty={{ look: 'open', title: t('recycle.noRecords'), text: t('recycle.noRecordsText') }}
      skeleton={<RowSkeletons count={8} />}
      pager={{ ...state, total, totalWords: t('recycle.totalRecords', { n: total }), onChange }}
    >
      {(rows) => (
        <Suspense fallback={<RowSkeletons count={rows.length} />}>
          <PurgeTable
            label={t('recycle.purged')}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ phoneAlias, owlId }) => phoneAlias || owlId}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

/** How many lie where; those that are wiped within a day stand out. */
function Facts({ counts: { grace, bin, soon } }: Pick<BinPage, 'counts'>) {
  const { t } = useTranslation();
  return (
    <span className={`${styles.facts} owl-figures`}>
      <span>
        <Bold text={t('recycle.counts.grace', { n: grace })} />
      </span>
      <span>
        <Bold text={t('recycle.counts.bin', { n: bin })} />
      </span>
      {soon > 0 ? (
        <span data-tone="err">
          <Bold text={t('recycle.counts.soon', { n: soon })} />
        </span>
      ) : null}
    </span>
  );
}

/** All ends of rentals that go on: a file for calendars, or an address that they read by themselves. */
function Calendar() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button icon={<CalendarPlus size={16} strokeWidth={1.6} />} onClick={() => setOpen(true)}>
        {t('recycle.calendar')}
      </Button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <CalendarDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
