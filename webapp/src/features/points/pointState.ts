// The question to the points, in the address of the account centre beside its tab.
import { dayFilter, startOf } from '@/ui/list/days';
import { type Codec, listCodec, oneOf, type Paging } from '@/ui/list/urlState';
import type { PointQuestion } from './api';

export const kinds = ['purchase', 'renewal', 'upgrade', 'refund', 'expiration', 'adjustment'] as const;

/** The tabs of the account centre. */
export const tabs = ['profile', 'points', 'security', 'sessions', 'reminders', 'api'] as const;

const filters = {
  tab: oneOf(...tabs),
  type: oneOf('all', ...kinds),
  from: dayFilter(),
  to: dayFilter(),
};

type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type PointState = Filters & Paging;

export const noFilter = { type: 'all', from: '', to: '' } as const;

export const pointCodec = (): Codec<PointState> => listCodec<Filters>(filters);

export const isFiltered = ({ type, from, to }: PointState): boolean => type !== 'all' || from !== '' || to !== '';

export function questionOf({ type, from, to, pageNo, pageSize }: PointState): PointQuestion {
  return {
    pageNo,
    pageSize,
    ...(type === 'all' ? {} : { type }),
    ...(from ? { beginTime: startOf(from) } : {}),
    ...(to ? { endTime: startOf(to, 1) } : {}),
  };
}
