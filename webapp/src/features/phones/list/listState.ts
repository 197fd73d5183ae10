// The list's question lives in the address bar: what is missing there takes its default, what makes no sense is ignored.

import type { Body } from '@/core/operations';
import { constants, usualOrder } from '@/core/rules';
import { choice } from '@/core/storage';
import { type Codec, oneOf } from '@/ui/list/urlState';

export type SortType = 1 | 2 | 3;
export type SortOrder = 'asc' | 'desc';

/** Which phones: by what they do (the server says what each of them stands for), by their rental, by whose they are. The first is all. */
export const filters = {
  state: oneOf('all', 'running', 'busy', 'failed', 'off', 'hold'),
  rental: oneOf('all', 'active', 'expiring', 'expired', 'recycled'),
  relation: oneOf('all', 'own', 'granted', 'sharedOut'),
};
type Choices = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
interface Filters extends Choices {
  /** Only phones of this group: 0 of none; null of any. */
  group: number | null;
  /** Only phones with this tag. */
  tag: number | null;
}

export interface ListState extends Filters {
  pageNo: number;
  pageSize: number;
  /** As typed: one name or id, or several. */
  keyword: string;
  sortType: SortType;
  sortOrder: SortOrder;
  /** The batch whose receipt stands beside the list. */
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

/** An id of the server; null for what is none. */
function idIn(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** The sort that was chosen last, in this browser. */
const storedSort = choice('sortType', '1', '2', '3');

/** Reads the address's query; without a sort in it, `usual` is the sort. */
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

/** Writes it; defaults are left out, so that the plain list has a plain address. */
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

/** A changed question begins at its first page; another sort takes its usual order. A receipt beside the list changes no question. */
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

/** How the list's address is read, written and changed. Made once, after the rules are there. */
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

/** How many filters are set, search and group not counted: those are seen. */
export const filterCount = ({ state, rental, relation, tag }: Filters): number =>
  [state, rental, relation].filter((value) => value !== 'all').length + (tag === null ? 0 : 1);

export const noFilter: Filters = { state: 'all', rental: 'all', relation: 'all', group: null, tag: null };

/** The question as the server takes it. */
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
