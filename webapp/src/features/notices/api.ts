// The member's messages. What is read or removed changes the count in the header at once, not only when the socket says so.
import type { AppDispatch } from '@/app/store';
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import { noticesCounted } from '@/features/live/noticeCount';

export type Message = Answer<'list_messages'>['list'][number];

export interface MessageQuestion {
  pageNo: number;
  pageSize: number;
  /** Missing: every kind. */
  type?: number;
  /** Missing: read and unread. */
  readStatus?: boolean;
}

export type Popups = Answer<'list_popups'>;
export type Popup = Popups['list'][number];

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

type Started = {
  dispatch: (action: unknown) => unknown;
  queryFulfilled: Promise<unknown>;
};

/** Counts anew once the call went well, and asks for the list again. */
async function recount(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const went = await queryFulfilled.then(
    () => true,
    () => false,
  );
  if (!went) return;
  dispatch(noticesApi.util.invalidateTags(['Message']));
  const counted = dispatch(noticesApi.endpoints.countUnread.initiate(undefined, { forceRefetch: true })) as Promise<{
    data?: number;
  }> & { unsubscribe: () => void };
  const { data } = await counted;
  counted.unsubscribe();
  if (typeof data === 'number') dispatch(noticesCounted(data));
}

const noticesApi = api.enhanceEndpoints({ addTagTypes: ['Message', 'HeaderLine'] }).injectEndpoints({
  endpoints: (build) => ({
    listMessages: build.query<Answer<'list_messages'>, MessageQuestion>({
      query: (question) => ask('list_messages', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Message'],
    }),
    countMessages: build.query<Answer<'count_messages'>, void>({
      query: () => ask('count_messages', undefined, quiet),
      providesTags: ['Message'],
    }),
    countUnread: build.query<number, void>({
      query: () => ask('count_unread', undefined, quiet),
      keepUnusedDataFor: 0,
    }),
    // Reading marks it as read, so it is asked for each time it is opened.
    readMessage: build.query<Message, number>({
      query: (id) => ask('read_message', undefined, { path: { id }, quiet: true }),
      keepUnusedDataFor: 0,
      onQueryStarted: recount,
    }),
    listPopups: build.query<Popups, { msgType: number[]; pageSize: number }>({
      query: ({ msgType, pageSize }) =>
        ask('list_popups', undefined, {
          query: { pageNo: 1, pageSize, nowDateTime: Date.now(), msgType, status: 0 },
          quiet: true,
        }),
      keepUnusedDataFor: 0,
    }),
    listHeaderLines: build.query<Popups, void>({
      query: () =>
        ask('list_popups', undefined, { query: { pageNo: 1, pageSize: 10, msgType: [2], status: 0 }, quiet: true }),
      providesTags: ['HeaderLine'],
    }),
    markSeen: build.mutation<unknown, number[]>({
      query: (ids) => ask('read_messages', { ids }, quiet),
      invalidatesTags: ['HeaderLine'],
    }),
    readAllMessages: build.mutation<unknown, void>({
      query: () => ask('read_all_messages', undefined, quiet),
      onQueryStarted: recount,
    }),
    removeMessages: build.mutation<unknown, number[]>({
      query: (ids) => ask('remove_messages', { ids }, quiet),
      onQueryStarted: recount,
    }),
  }),
});

export const {
  useListMessagesQuery,
  useCountMessagesQuery,
  useListHeaderLinesQuery,
  useMarkSeenMutation,
  useReadMessageQuery,
  useReadAllMessagesMutation,
  useRemoveMessagesMutation,
} = noticesApi;

/** Asks for the list and its counts again, where they are shown. */
export const messagesChanged = () => noticesApi.util.invalidateTags(['Message']);

/** Asks for popups once; a failed call is no popups, without a word. */
export const fetchPopups =
  (msgType: number[], pageSize: number) =>
  async (dispatch: AppDispatch): Promise<Popups | null> => {
    const asked = dispatch(noticesApi.endpoints.listPopups.initiate({ msgType, pageSize }, { forceRefetch: true }));
    const { data } = await asked;
    asked.unsubscribe();
    return data ?? null;
  };
