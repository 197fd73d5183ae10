// The question to the order records, in the address: which orders, from when to when. Days are whole days of the browser's zone, for the server
// knows no zone of a member's: it is told moments. Without a first day it is that of 90 days ago.
import { orderLimits } from '@/core/rules';
import { dayFilter, startOf } from '@/ui/list/days';
import { type Codec, type Filter, listCodec, oneOf, opening, type Paging, textFilter } from '@/ui/list/urlState';
import type { OrderQuestion } from '../api';
import { dateOf } from '../words';

/** An order of the server; 0: none. */
const idFilter = (): Filter<number> => ({
  read: (text) => (text !== null && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0),
  write: (value) => (value > 0 ? String(value) : null),
});

export const states = [
  'waiting',
  'paid',
  'cancelled',
  'timeout',
  'refunding',
  'refunded',
  'partlyRefunded',
  'soldOut',
] as const;

const filters = {
  q: textFilter(),
  type: oneOf('all', '1', '2', '3'),
  state: oneOf('all', ...states),
  wallet: oneOf('all', '1', '2'),
  from: dayFilter(),
  to: dayFilter(),
  /** The order whose details stand beside the list. */
  orderId: idFilter(),
};

type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type RecordState = Filters & Paging;

export const noFilter = { q: '', type: 'all', state: 'all', wallet: 'all', from: '', to: '' } as const;

export const recordCodec = (): Codec<RecordState> => opening(listCodec<Filters>(filters), 'orderId');

/** How many filters are set. */
export const filterCount = (state: RecordState): number =>
  Object.entries(noFilter).filter(([key, none]) => state[key as keyof typeof noFilter].trim() !== none).length;

/** Where the records begin when nobody says otherwise, as `2026-11-18`. */
export const firstDay = (now: number): string => dateOf(now - orderLimits().recordsMs);

export function questionOf(state: RecordState, now = Date.now()): OrderQuestion {
  const { q, type, state: stands, wallet, from, to, pageNo, pageSize } = state;
  return {
    pageNo,
    pageSize,
    ...(q.trim() ? { keyword: q.trim() } : {}),
    ...(type === 'all' ? {} : { type: Number(type) }),
    ...(stands === 'all' ? {} : { state: stands }),
    ...(wallet === 'all' ? {} : { wallet: Number(wallet) }),
    beginTime: startOf(from || firstDay(now)),
    ...(to ? { endTime: startOf(to, 1) } : {}),
  };
}
