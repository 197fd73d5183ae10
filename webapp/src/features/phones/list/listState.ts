// State of the list (search, filters, sort, page) in the address: a missing parameter takes its default, an invalid one is ignored.

import type { Body } from '@/core/operations';
import { constants, usualOrder } from '@/core/rules';
import { choice } from '@/core/storage';
import { type Codec, oneOf } from '@/ui/list/urlState';

export type SortType = 1 | 2 | 3;
export type SortOrder = 'asc' | 'desc';

/** Filters by state (the server defines the statuses of each), rental and relation. The first value of each means all. */
export const filters = {
  state: oneOf('all', 'running', 'busy', 'failed', 'off', 'hold'),
  rental: oneOf('all', 'active', 'expiring', 'expired', 'recycled'),
  relation: oneOf('all', 'own', 'granted', 'sharedOut'),
};
type Choices = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
interface Filters extends Choices {
  /** Id of the group to filter by; 0 for phones without a group, null for all phones. */
  group: number | null;
  /** Id of the tag to filter by; null for all phones. */
  tag: number | null;
}

export interface ListState extends Filters {
  pageNo: number;
  pageSize: number;
  /** Search as it was typed: one name or id, or several. */
  keyword: string;
  sortType: SortType;
  sortOrder: SortOrder;
  /** Id of the batch whose receipt is docked beside the list. */
  receipt: number | null;
}

interface Limits {
  pageSizes: readonly number[];
  defaultPageSize: number;
  pageMax: number;
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Parses an id of the server; null for a text that is none. */
function idIn(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** Sort that was chosen last, stored in this browser. */
const storedSort = choice('sortType', '1', '2', '3');

/** Parses the address's query; `usual` is the sort where the query has none. */
export function readListState(query: URLSearchParams, limits: Limits, usual: SortType = 1): ListState {
  const pageNo = whole(query.get('page'));
  const pageSize = whole(query.get('size'));
  const sort = whole(query.get('sort'));
  const sortType = sort === 1 || sort === 2 || sort === 3 ? sort : usual;
  const order = query.get('order');
  return {
    pageNo: pageNo !== undefined && pageNo >= 1 && pageNo <= limits.pageMax ? pageNo : 1,
    pageSize: pageSize !== undefined && limits.pageSizes.includes(pageSize) ? pageSize : limits.defaultPageSize,
    keyword: query.get('q') ?? '',
    sortType,
    sortOrder: order === 'asc' || order === 'desc' ? order : usualOrder(sortType),
    state: filters.state.read(query.get('state')),
    rental: filters.rental.read(query.get('rental')),
    relation: filters.relation.read(query.get('relation')),
    group: idIn(query.get('group')),
    tag: idIn(query.get('tag')),
    receipt: idIn(query.get('receipt')),
  };
}

/** Serialises the state; defaults are omitted, so that the plain list has a plain address. */
export function writeListState(state: ListState, limits: Limits): URLSearchParams {
  const query = new URLSearchParams();
  if (state.keyword.trim()) query.set('q', state.keyword.trim());
  for (const [name, value] of [
    ['state', filters.state.write(state.state)],
    ['rental', filters.rental.write(state.rental)],
    ['relation', filters.relation.write(state.relation)],
    ['group', state.group],
    ['tag', state.tag],
    ['receipt', state.receipt],
  ] as const) {
    if (value !== null) query.set(name, String(value));
  }
  if (state.sortType !== 1) query.set('sort', String(state.sortType));
  if (state.sortOrder !== usualOrder(state.sortType)) query.set('order', state.sortOrder);
  if (state.pageSize !== limits.defaultPageSize) query.set('size', String(state.pageSize));
  if (state.pageNo !== 1) query.set('page', String(state.pageNo));
  return query;
}

/** Changes the state: returns to the first page, and takes the usual order of a new sort. A docked receipt changes neither. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  if (Object.keys(change).every((key) => key === 'receipt')) return { ...state, ...change };
  const sorted = change.sortType !== undefined && change.sortOrder === undefined;
  return {
    ...state,
    pageNo: 1,
    ...change,
    ...(sorted ? { sortOrder: usualOrder(change.sortType as SortType) } : {}),
  };
}

/** Codec of the list's state in the address. Created once, after the rules were loaded. */
export function listStateCodec(limits: Limits = constants()): Codec<ListState> {
  return {
    read: (query) => readListState(query, limits, Number(storedSort.get()) as SortType),
    write: (state) => writeListState(state, limits),
    change: (state, change) => {
      if (change.sortType !== undefined) storedSort.set(`${change.sortType}`);
      return changeListState(state, change);
    },
  };
}

/** Number of set filters, without search and group, which the page shows anyway. */
export const filterCount = ({ state, rental, relation, tag }: Filters): number =>
  [state, rental, relation].filter((value) => value !== 'all').length + (tag === null ? 0 : 1);

export const noFilter: Filters = { state: 'all', rental: 'all', relation: 'all', group: null, tag: null };

/** Body of `list_phones` for a state. */
export function listBody(state: ListState): Body<'list_phones'> {
  const { pageNo, pageSize, keyword, sortType, sortOrder, rental, relation, group, tag } = state;
  return {
    pageNo,
    pageSize,
    keyword,
    sortType,
    sortOrder,
    ...(rental === 'all' ? {} : { rental }),
    ...(relation === 'all' ? {} : { relation }),
    ...(group === null ? {} : { groupId: group }),
    ...(tag === null ? {} : { phoneTagId: tag }),
    ...(state.state === 'all' ? {} : { state: state.state }),
  };
}
