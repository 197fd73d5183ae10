// The question to the upload records, in the address: what came of them, of which kind, words, page, and the record that stands beside.
import { type Codec, listCodec, oneOf, type Paging, textFilter } from '@/ui/list/urlState';
import type { RecordPage, RecordQuestion, UploadRecord } from './api';

export const outcomes = ['all', 'executing', 'failed', 'partialSuccess', 'success'] as const;
export const kinds = ['all', 'installApp', 'pushFile'] as const;

const filters = { outcome: oneOf(...outcomes), kind: oneOf(...kinds), q: textFilter(), receipt: textFilter() };
type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type RecordState = Filters & Paging;

export const recordCodec = (): Codec<RecordState> => listCodec<Filters>(filters);

export const questionOf = ({ pageNo, pageSize, outcome, kind, q }: RecordState): RecordQuestion => ({
  pageNo,
  pageSize,
  ...(outcome === 'all' ? {} : { outcome }),
  ...(kind === 'all' ? {} : { kind }),
  ...(q.trim() ? { keyword: q.trim() } : {}),
});

/** All that match the words and the kind, whatever came of them. */
export const sendingsOf = ({ executing, failed, partialSuccess, success }: RecordPage): number =>
  executing + failed + partialSuccess + success;

/** The record whose phones stand beside the list. */
export const openRecord = ({ receipt }: RecordState): number | null => {
  const id = Number(receipt);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** The one next step of a record: what failed is tried again where that may help, what is over is sent on while its files are kept. */
export function stepOf({
  outcome,
  retryable,
  kept,
}: Pick<UploadRecord, 'outcome' | 'retryable' | 'kept'>): 'view' | 'retry' | 'again' {
  if (outcome === 'executing') return 'view';
  if (retryable) return 'retry';
  return kept ? 'again' : 'view';
}
