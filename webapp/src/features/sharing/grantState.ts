// The question of authorization management: which tab (authorizations or links), words, filters, page. The page keeps it in the address, the dialog by itself.
import { type Codec, listCodec, oneOf, type Paging, textFilter } from '@/ui/list/urlState';
import type { Direction, GrantQuestion } from './api';

/** Rows of a page at first: ten fit into the dialog. */
const SIZE = 10;

const filters = {
  tab: oneOf('byMe', 'toMe', 'links'),
  q: textFilter(),
  level: oneOf('any', 'view', 'operate'),
  standing: oneOf('any', 'normal', 'other'),
};
type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type GrantState = Filters & Paging;

export const grantCodec = (): Codec<GrantState> => listCodec<Filters>(filters, SIZE);

export const questionOf = (
  direction: Direction,
  { q, level, standing, pageNo, pageSize }: GrantState,
): GrantQuestion => ({
  direction,
  pageNo,
  pageSize,
  ...(q.trim() ? { keyword: q.trim() } : {}),
  ...(level === 'any' ? {} : { accreditType: level === 'view' ? 1 : 2 }),
  ...(standing === 'any' ? {} : { standing }),
});

export const isFiltered = ({ q, level, standing }: GrantState): boolean =>
  q.trim() !== '' || level !== 'any' || standing !== 'any';
