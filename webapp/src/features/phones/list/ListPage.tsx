// The cloud-phone list: counts, filters, three views, selection, and the receipt of a batch beside it. Its question is in the address.
import { Button } from 'antd';
import { Lock, Plus } from 'lucide-react';
import { Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { constants } from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import { useListGroupsQuery } from '@/features/groups/api';
import ReceiptsButton from '@/features/operations/ReceiptsButton';
import { useOperationNews } from '@/features/operations/useNews';
import Unpaid from '@/features/orders/pay/Unpaid';
import { usePageTitle } from '@/shell/usePageTitle';
import { useSelection } from '@/ui/batch/useSelection';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ListPage as ListFrame, type Nothing } from '@/ui/list/ListPage';
import { useUrlState } from '@/ui/list/urlState';
import { useColumnChoice } from '@/ui/list/useColumnChoice';
import { useLastPage } from '@/ui/list/useLastPage';
import { CardSkeletons, RowSkeletons } from '@/ui/states/Skeletons';
import { ClockSkew, useNow } from '@/ui/time/useNow';
import { useWide } from '@/ui/useWide';
import { PhoneActions } from '../actions/PhoneActions';
import type { Phone } from '../api';
import { Deck, StillPicture } from '../pictures/Deck';
import { viewPhone } from '../view';
import { Counts, Notes } from './ListNotes';
import { filterCount, type ListState, listStateCodec, noFilter } from './listState';
import { PhoneGrid } from './PhoneGrid';
import grid from './PhoneGrid.module.css';
import { idOf, PhoneTable, usePhoneColumns } from './PhoneTable';
import { Today } from './Today';
import { Toolbar } from './Toolbar';
import { useLiveSelection } from './useLiveSelection';
import { useFetchUpTo, usePhonesPage } from './usePhonesPage';
import { useSelectionKeys } from './useSelectionKeys';
import { useTrial } from './useTrial';
import { SelectPage, useView } from './ViewControls';

const PhoneBatch = lazyWithRetry(() => import('../actions/PhoneBatch'), 'button');
const OperationReceipt = lazyWithRetry(() => import('@/features/operations/OperationReceipt'), 'over');

const CLOCK_MS = 30_000;
const SKELETONS_MAX = 16;
const NONE: readonly Phone[] = [];

export default function ListPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.phones'));
  const wide = useWide();
  const codec = useMemo(() => listStateCodec(), []);
  const [state, change] = useUrlState(codec);
  useOperationNews();
  const answer = usePhonesPage(state);
  const now = useNow(CLOCK_MS) + answer.skewMs;
  const view = useView();
  const groupNames = useGroupNames();
  const columns = usePhoneColumns(now, groupNames);
  const [hidden, chooseColumns] = useColumnChoice('phones');
  const { groupMax } = constants();
  const selection = useSelection<Phone>(idOf, groupMax);
  const trial = useTrial();
  const fetchUpTo = useFetchUpTo(state);
  const { total, summary } = answer;
  const isGone = useLastPage(paths.home, codec, state, answer);
  const rows = isGone ? undefined : answer.rows;
  const kept = useLiveSelection(selection, rows);
  useSelectionKeys(rows, selection);
  const watchable = useMemo(() => (rows ?? []).filter((phone) => viewPhone(phone).open.allowed).map(idOf), [rows]);
  const table = view.view === 'table';
  const showReceipt = useCallback((receipt: number | null) => change({ receipt }), [change]);
  const selectPage =
    rows && rows.length > 0 ? (
      <SelectPage page={rows} total={total} max={groupMax} selection={selection} fetchAll={() => fetchUpTo(groupMax)} />
    ) : null;
  const toolbar = { state, onChange: change, view, columns, hidden, total, fetchUpTo, selectPage };

  return (
    <ClockSkew value={answer.skewMs}>
      <Deck phoneIds={watchable}>
        <PhoneActions shown={rows ?? NONE}>
          <ListFrame<Phone>
            title={t('pages.phones')}
            heading={heading}
            facts={<Counts summary={summary} onFilter={change} />}
            actions={
              <>
                <ReceiptsButton onOpen={showReceipt} />
                <Buy first={summary?.total !== 0} wide={wide} />
              </>
            }
            filters={<Toolbar {...toolbar} all={summary?.total} onColumns={chooseColumns} />}
            notes={
              <>
                <Today summary={summary} onFilter={change} onReceipt={showReceipt} />
                <Unpaid />
                <Notes missing={answer.missing} stale={answer.stale} onFilter={change} />
              </>
            }
            rows={rows}
            fault={answer.fault}
            fetching={answer.fetching}
            onRetry={answer.refetch}
            failed={t('list.failed')}
            empty={trial}
            unmatched={useUnmatched(state, summary?.total ?? 0, change)}
            skeleton={
              table ? (
                <RowSkeletons count={state.pageSize} />
              ) : (
                <CardSkeletons count={Math.min(state.pageSize, SKELETONS_MAX)} className={grid.grid} />
              )
            }
            pager={{ ...state, total, totalWords: t('list.pageTotal', { count: total }), onChange: change }}
            deck={
              selection.rows.length > 0 ? (
                <Suspense fallback={null}>
                  <PhoneBatch
                    selection={selection}
                    rows={kept.rows}
                    left={kept.left}
                    columns={columns}
                    more={wide ? null : selectPage}
                  />
                </Suspense>
              ) : undefined
            }
            dock={state.receipt === null ? undefined : <Docked batchId={state.receipt} onOpen={showReceipt} />}
          >
            {(phones) =>
              table ? (
                <PhoneTable {...{ phones, columns, hidden, selection, state }} onSort={change} />
              ) : (
                <PhoneGrid
                  {...{ phones, now, selection, groupNames }}
                  dense={view.view === 'dense'}
                  landscape={view.landscape}
                />
              )
            }
          </ListFrame>
        </PhoneActions>
      </Deck>
    </ClockSkew>
  );
}

/** Link to the shop: secondary where the empty list has a step of its own, and an icon alone on a phone's screen. */
function Buy({ first, wide }: { first: boolean; wide: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reason = viewOnly();
  const viewed = reason !== null;
  const Icon = viewed ? Lock : Plus;
  return (
    <Button
      type={first && !viewed ? 'primary' : 'default'}
      icon={<Icon size={16} strokeWidth={1.6} />}
      aria-label={t('list.buy')}
      disabled={viewed}
      title={reason ?? undefined}
      onClick={() => void navigate(paths.buy)}
    >
      {wide ? t('list.buy') : null}
    </Button>
  );
}

const still = (phoneId: number) => <StillPicture phoneId={phoneId} />;

/** Docked receipt of the batch in the address. The receipt's own answer corrects its clock, so the page's skew is reset. */
function Docked({ batchId, onOpen }: { batchId: number; onOpen: (batchId: number | null) => void }) {
  const onClose = useCallback(() => onOpen(null), [onOpen]);
  return (
    <ClockSkew value={0}>
      <Suspense fallback={null}>
        <OperationReceipt
          batchIds={[batchId]}
          picture={still}
          onOpen={([id]) => onOpen(id ?? batchId)}
          onClose={onClose}
        />
      </Suspense>
    </ClockSkew>
  );
}

/** Names of the member's groups, by id. */
function useGroupNames(): ReadonlyMap<number, string> {
  const { data } = useListGroupsQuery();
  return useMemo(() => new Map((data?.list ?? []).map(({ id, name }) => [id, name])), [data]);
}

/** Empty state of a search or filter without results, with a button that resets it. */
function useUnmatched(
  state: ListState,
  memberTotal: number,
  change: (part: Partial<ListState>) => void,
): Nothing | undefined {
  const { t } = useTranslation();
  const { keyword, group } = state;
  if (group !== null && filterCount(state) === 0 && !keyword.trim()) {
    const step = { label: t('list.groupLeave'), onClick: () => change({ group: null }) };
    return { title: t('list.groupEmpty'), text: t('list.groupEmptyText'), step };
  }
  if (filterCount(state) > 0 || group !== null) {
    const step = { label: t('list.filterReset'), onClick: () => change({ keyword: '', ...noFilter }) };
    return { title: t('list.noMatch'), text: t('list.noFilterMatch'), step };
  }
  if (!keyword.trim()) return undefined;
  const step = { label: t('list.clear'), onClick: () => change({ keyword: '' }) };
  return { title: t('list.noMatch'), text: t('list.noMatchText', { keyword, total: memberTotal }), step };
}
