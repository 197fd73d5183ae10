// The followers: counted and filtered by their state, each a cell with its small picture. Only the cells near the view exist.
import { type CSSProperties, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Phone } from '@/features/phones/api';
import { DeckProvider } from '@/features/phones/pictures/Deck';
import { type Pitch, useNearRows } from '@/ui/list/useNearRows';
import { EmptyState } from '@/ui/states/EmptyState';
import { useHeldFocus } from '@/ui/useHeldFocus';
import { useWide } from '@/ui/useWide';
import { useGroupPlay } from '../GroupContext';
import { FollowerCell } from './FollowerCell';
import styles from './Followers.module.css';
import { FollowersBar } from './FollowersBar';
import { type Filter, kindOf, LET_GO } from './following';
import { GroupOver } from './GroupOver';

/** Cells that are rendered before the size of the view is known. */
const FIRST = 48;
/** Columns on a phone's screen. */
const FEW_COLUMNS = 3;
/** Fewest columns on a desktop-sized window: with fewer followers than columns the pictures grow, but no further than this. */
const FEWEST_ON_A_DESK = 4;

export function Followers() {
  const { t } = useTranslation();
  const { state, handle, followers, standings } = useGroupPlay();
  const [filter, setFilter] = useState<Filter>('all');
  const shown =
    filter === 'all'
      ? followers
      : followers.filter(({ phoneId }) => kindOf(standings.get(phoneId) ?? LET_GO) === filter);
  const place = useRef<HTMLDivElement>(null);
  const order = useRef<readonly number[]>([]);
  // A focused cell that the filter hides leaves the focus to the cell in its place; any other element leaves it to the filter.
  useHeldFocus(place, (gone) => {
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    const at = order.current.indexOf(Number(gone.closest<HTMLElement>('[data-phone]')?.dataset.phone));
    const heir = at < 0 ? undefined : shown[Math.min(at, shown.length - 1)];
    return (heir && find(`[data-phone="${heir.phoneId}"] button`)) ?? find('[data-filter][aria-pressed="true"]');
  });
  useLayoutEffect(() => {
    order.current = shown.map(({ phoneId }) => phoneId);
  });
  if (state.over) return <GroupOver over={state.over} />;
  return (
    <DeckProvider value={handle}>
      <div ref={place} className={styles.held}>
        <FollowersBar filter={filter} onFilter={setFilter} />
        <div className={styles.scroll}>
          {shown.length > 0 ? (
            <Cells phones={shown} />
          ) : (
            <EmptyState look="half" title={t('group.nobody')} text={t('group.nobodyText')} />
          )}
        </div>
      </div>
    </DeckProvider>
  );
}

/** Measures one cell: all cells are equally high. */
function measure(grid: HTMLElement): Pitch | null {
  const cell = grid.firstElementChild;
  if (!(cell instanceof HTMLElement) || cell.offsetHeight === 0) return null;
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.rowGap) || 0;
  return { columns: style.gridTemplateColumns.split(' ').length, pitch: cell.offsetHeight + gap, gap };
}

function Cells({ phones }: { phones: readonly Phone[] }) {
  const { t } = useTranslation();
  const wide = useWide();
  const { followers, standings, excluded, follow, pictures, columns, chooseMaster } = useGroupPlay();
  const grid = useRef<HTMLUListElement>(null);
  const rows = useNearRows(grid, phones.length, measure);
  const { from, to } = rows?.near ?? { from: 0, to: FIRST };
  const side = rows?.columns ?? 1;
  const onFollow = useCallback((phoneId: number, on: boolean) => follow([phoneId], on), [follow]);
  const above = Math.floor(from / side) * (rows?.pitch ?? 0);
  const below = rows ? Math.ceil((phones.length - to) / side) * rows.pitch : 0;
  const style = {
    '--columns': wide ? Math.min(columns, Math.max(followers.length, FEWEST_ON_A_DESK)) : FEW_COLUMNS,
    paddingTop: above,
    paddingBottom: Math.max(0, below),
  } as CSSProperties;
  return (
    <ul ref={grid} className={styles.grid} style={style} aria-label={t('group.followers')}>
      {phones.slice(from, to).map((phone, index) => {
        const { state, detail, lagMs, leftOut, turned } = standings.get(phone.phoneId) ?? LET_GO;
        return (
          <FollowerCell
            key={phone.phoneId}
            {...{ phone, state, detail, lagMs, leftOut, turned, onFollow, chooseMaster }}
            wanted={!excluded.has(phone.phoneId)}
            live={pictures && isWhole(from + index, rows?.whole)}
          />
        );
      })}
    </ul>
  );
}

/** Whether a cell gets its picture: cells that are scrolled past quickly get none. */
const isWhole = (at: number, whole: { from: number; to: number } | undefined) =>
  whole === undefined || (at >= whole.from && at < whole.to);
