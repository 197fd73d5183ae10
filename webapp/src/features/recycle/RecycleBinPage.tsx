// The recycle bin: phones whose rental is over with the moment of their wipe, renewed or given up from here, and the records of those wiped.
import { CalendarPlus, Ticket, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { formatTime, orderLimits } from '@/core/rules';
import { withWords } from '@/i18n';
import { usePageTitle } from '@/shell/usePageTitle';
import { Bold } from '@/ui/Bold';
import { BatchBar } from '@/ui/batch/BatchBar';
import { type Selection, useSelection } from '@/ui/batch/useSelection';
import { CopyId } from '@/ui/copy/CopyId';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { TablePage, type TablePageProps } from '@/ui/list/TablePage';
import { useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { ClockSkew } from '@/ui/time/useNow';
import { useWide } from '@/ui/useWide';
import { type Binned, type BinPage, type Purge, useListPurgedQuery, useListRecycledQuery } from './api';
import { BinFilters } from './BinFilters';
import { type BinState, binCodec, questionOf } from './binState';
import { useBinColumns, usePurgeColumns, WipeProof } from './columns';
import styles from './Recycle.module.css';

const CalendarDialog = lazyWithRetry(() => import('./CalendarDialog'), 'over');
const RestoreSide = lazyWithRetry(() => withWords(['orders', 'payments'], () => import('./RestoreSide')));
const GiveUp = lazyWithRetry(() => import('./GiveUp'), 'over');

/** The side, and from which width there is room for it, CSS pixels. */
const DOCK_WIDTH = 340;
const SIDE_PX = 1200;
const RECENT = { pageNo: 1, pageSize: 2 } as const;

const idOf = ({ phoneId }: Binned): number => phoneId;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

const codec = binCodec();

export default function RecycleBinPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.recycleBin'));
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
      <Phones frame={frame} state={state} answer={bin} onChange={change} />
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
  answer: TablePageProps<Binned>['answer'] & { currentData?: BinPage | undefined };
}

function Phones({ frame, state, answer, onChange }: PhonesProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [losing, setLosing] = useState<readonly Binned[]>([]);
  const selection = useSelection<Binned>(idOf, orderLimits().linesMax);
  const page = answer.currentData;
  const total = page?.total ?? 0;
  const isGone = useLastPage(paths.recycleBin, codec, state, { rows: page?.list, total });
  const renew = (phones: readonly Binned[]) => void navigate(`${paths.renew}?phoneIds=${phones.map(idOf).join()}`);
  const redeemFor = (phones: readonly Binned[]) => void navigate(`${paths.redeem}?phoneIds=${phones.map(idOf).join()}`);
  // With room for it the order stands beside the list; else the page of renewals has it.
  const docked = useWide(SIDE_PX);
  // A member who has just paid for the last phones still looks at the payment.
  const sided = docked && (total > 0 || selection.rows.length > 0);
  const columns = useBinColumns({
    periods: page,
    onRenew: (phone) => (docked ? selection.replace([phone]) : renew([phone])),
    onUseCode: (phone) => redeemFor([phone]),
    onGiveUp: (phone) => setLosing([phone]),
  });
  const isFiltered = state.phase !== 'all' || state.q.trim() !== '';
  return (
    <TablePage<Binned>
      {...frame}
      answer={answer}
      isGone={isGone}
      failed={t('recycle.failed')}
      empty={{ look: 'shut', title: t('recycle.empty'), text: t('recycle.emptyText'), calm: true }}
      unmatched={
        isFiltered
          ? {
              title: t('recycle.noMatch'),
              step: { label: t('recycle.clear'), onClick: () => onChange({ phase: 'all', q: '' }) },
            }
          : undefined
      }
      paging={state}
      onChange={onChange}
      totalWords={(count) => t('recycle.total', { count })}
      deck={docked ? null : <Deck selection={selection} onRenew={renew} onUseCodes={redeemFor} onGiveUp={setLosing} />}
      dockWidth={DOCK_WIDTH}
      dock={
        sided ? (
          // Offers of the shelf come with the server's clock of their own.
          <ClockSkew value={0}>
            <RestoreSide phones={selection.rows} periods={page} onDone={selection.clear} />
          </ClockSkew>
        ) : undefined
      }
      columns={columns}
      idOf={idOf}
      nameOf={({ phoneAlias }) => phoneAlias}
      selection={selection}
      around={(table) => (
        <>
          {table}
          {page && page.counts.purged > 0 ? <Recent /> : null}
        </>
      )}
      over={
        losing.length > 0 ? <GiveUp phones={losing} onDone={selection.clear} onClose={() => setLosing([])} /> : null
      }
    />
  );
}

interface DeckProps {
  selection: Selection<Binned>;
  onRenew: (phones: readonly Binned[]) => void;
  onUseCodes: (phones: readonly Binned[]) => void;
  onGiveUp: (phones: readonly Binned[]) => void;
}

function Deck({ selection, onRenew, onUseCodes, onGiveUp }: DeckProps) {
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
        { key: 'useCodes', label: t('recycle.useCode'), icon: Ticket, onRun: () => onUseCodes(rows) },
        { key: 'giveUp', label: t('recycle.giveUp'), icon: Trash2, danger: true, onRun: () => onGiveUp(rows) },
      ]}
    />
  );
}

/** The last two that were wiped, with their proof. */
function Recent() {
  const { t } = useTranslation();
  const { currentData } = useListPurgedQuery(RECENT, FRESH);
  if (!currentData) return null;
  return (
    <section className={styles.recent} aria-label={t('recycle.recent')}>
      <h2>{t('recycle.recent')}</h2>
      <ul>
        {currentData.list.map((purge) => (
          <li key={purge.id}>
            <CopyId id={purge.owlId} />
            <span>{purge.phoneAlias}</span>
            <span>{purge.specName}</span>
            <time className="owl-figures" dateTime={new Date(purge.purgedTime).toISOString()}>
              {formatTime(purge.purgedTime)}
            </time>
            <WipeProof {...purge} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The records of phones that were lost. */
function Records({ frame, state, onChange }: PartProps) {
  const { t } = useTranslation();
  const { pageNo, pageSize } = state;
  const answer = useListPurgedQuery({ pageNo, pageSize }, FRESH);
  const page = answer.currentData;
  const columns = usePurgeColumns();
  const isGone = useLastPage(paths.recycleBin, codec, state, { rows: page?.list, total: page?.total ?? 0 });
  return (
    <TablePage<Purge>
      {...frame}
      answer={answer}
      isGone={isGone}
      failed={t('recycle.failed')}
      empty={{ look: 'open', title: t('recycle.noRecords'), text: t('recycle.noRecordsText') }}
      paging={state}
      onChange={onChange}
      totalWords={(count) => t('recycle.totalRecords', { count })}
      label={t('recycle.purged')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ phoneAlias, owlId }) => phoneAlias || owlId}
    />
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
      <ChangeButton icon={<CalendarPlus size={16} strokeWidth={1.6} />} onClick={() => setOpen(true)}>
        {t('recycle.calendar')}
      </ChangeButton>
      {open === null ? null : (
        <Suspense fallback={null}>
          <CalendarDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
