// The question to the recycle bin, in the address: which phase, words, page.
import { type Codec, listCodec, oneOf, type Paging, textFilter } from '@/ui/list/urlState';
import type { BinQuestion } from './api';

/** `purged` shows the records of wipes instead of phones. */
export const phases = ['all', 'grace', 'bin', 'purged'] as const;

const filters = { phase: oneOf(...phases), q: textFilter() };
type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type BinState = Filters & Paging;

export const binCodec = (): Codec<BinState> => listCodec<Filters>(filters);

export const questionOf = ({ pageNo, pageSize, phase, q }: BinState): BinQuestion => ({
  pageNo,
  pageSize,
  ...(phase === 'grace' || phase === 'bin' ? { phase } : {}),
  ...(q.trim() ? { keyword: q.trim() } : {}),
});
