// The list's question lives in the address bar: what is missing there takes its default, what makes no sense is ignored.
import { usualOrder } from '@/core/rules';

export type SortType = 1 | 2 | 3;
export type SortOrder = 'asc' | 'desc';

export interface ListState {
  pageNo: number;
  pageSize: number;
  /** As typed: one name or id, or several. */
  keyword: string;
  sortType: SortType;
  sortOrder: SortOrder;
}

interface Limits {
  pageSizes: readonly number[];
  defaultPageSize: number;
  pageMax: number;
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Reads the address's query. */
export function readListState(query: URLSearchParams, limits: Limits): ListState {
  const pageNo = whole(query.get('page'));
  const pageSize = whole(query.get('size'));
  const sort = whole(query.get('sort'));
  const sortType = sort === 2 || sort === 3 ? sort : 1;
  const order = query.get('order');
  return {
    pageNo: pageNo !== undefined && pageNo >= 1 && pageNo <= limits.pageMax ? pageNo : 1,
    pageSize: pageSize !== undefined && limits.pageSizes.includes(pageSize) ? pageSize : limits.defaultPageSize,
    keyword: query.get('q') ?? '',
    sortType,
    sortOrder: order === 'asc' || order === 'desc' ? order : usualOrder(sortType),
  };
}

/** Writes it; defaults are left out, so that the plain list has a plain address. */
export function writeListState(state: ListState, limits: Limits): URLSearchParams {
  const query = new URLSearchParams();
  if (state.keyword.trim()) query.set('q', state.keyword.trim());
  if (state.sortType !== 1) query.set('sort', String(state.sortType));
  if (state.sortOrder !== usualOrder(state.sortType)) query.set('order', state.sortOrder);
  if (state.pageSize !== limits.defaultPageSize) query.set('size', String(state.pageSize));
  if (state.pageNo !== 1) query.set('page', String(state.pageNo));
  return query;
}

/** A changed question begins at its first page; another sort takes its usual order. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const sorted = change.sortType !== undefined && change.sortOrder === undefined;
  return {
    ...state,
    pageNo: 1,
    ...change,
    ...(sorted ? { sortOrder: usualOrder(change.sortType as SortType) } : {}),
  };
}
