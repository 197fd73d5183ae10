// The question to the list of messages, in the address: kind, read state, page, and the message that is open.
import { constants } from '@/core/rules';
import { type Codec, type Filter, listCodec, oneOf, type Paging } from '@/ui/list/urlState';
import type { MessageQuestion } from './api';

/** The open message; 0: none. Ids have up to 16 digits. */
const idFilter: Filter<number> = {
  read: (text) => (text !== null && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0),
  write: (value) => (value > 0 ? String(value) : null),
};

export const kinds = ['1', '2', '3', '4'] as const;
export type NoticeKind = (typeof kinds)[number];

const filters = {
  id: idFilter,
  type: oneOf('all', ...kinds),
  read: oneOf('all', 'unread', 'read'),
};
type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
export type NoticesState = Filters & Paging;

/** Opening one stays on its page of the list. */
export function noticesCodec(): Codec<NoticesState> {
  const codec = listCodec<Filters>(filters, constants().noticePageSize);
  return {
    ...codec,
    change: (state, part) =>
      Object.keys(part).every((key) => key === 'id') ? { ...state, ...part } : codec.change(state, part),
  };
}

export const questionOf = ({ pageNo, pageSize, type, read }: NoticesState): MessageQuestion => ({
  pageNo,
  pageSize,
  ...(type === 'all' ? {} : { type: Number(type) }),
  ...(read === 'all' ? {} : { readStatus: read === 'read' }),
});
