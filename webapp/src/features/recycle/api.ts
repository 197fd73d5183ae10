// The recycle bin: phones whose rental is over, the records of those wiped, and the calendar of ends.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

type Bin = Answer<'list_recycled'>;
/** As answered, with how far the server's clock is ahead of the browser's, ms. */
export type BinPage = Bin & { skewMs: number };
export type Binned = Bin['list'][number];
export type Purge = Answer<'list_purged'>['list'][number];

export interface BinQuestion {
  pageNo: number;
  pageSize: number;
  phase?: Binned['phase'];
  keyword?: string;
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const recycleApi = api.enhanceEndpoints({ addTagTypes: ['Group', 'Calendar', 'Reminders'] }).injectEndpoints({
  endpoints: (build) => ({
    // Renewed, ended and given up phones leave or come: whatever changes the list of phones changes this one.
    listRecycled: build.query<BinPage, BinQuestion>({
      query: (question) => ask('list_recycled', undefined, { query: { ...question }, quiet: true }),
      transformResponse: (page: Bin) => ({ ...page, skewMs: page.now - Date.now() }),
      providesTags: ['Phone'],
    }),
    listPurged: build.query<Answer<'list_purged'>, { pageNo: number; pageSize: number }>({
      query: (question) => ask('list_purged', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Phone'],
    }),
    giveUpPhones: build.mutation<unknown, Body<'give_up_phones'>>({
      query: (body) => ask('give_up_phones', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    setAutoRenew: build.mutation<unknown, Body<'set_auto_renew'>>({
      query: (body) => ask('set_auto_renew', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
    setGroupAutoRenew: build.mutation<unknown, Body<'set_group_auto_renew'>>({
      query: (body) => ask('set_group_auto_renew', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Group', 'Phone']),
    }),
    getReminders: build.query<Answer<'get_reminders'>, void>({
      query: () => ask('get_reminders', undefined, quiet),
      providesTags: ['Reminders'],
    }),
    setReminders: build.mutation<unknown, Body<'set_reminders'>>({
      query: (body) => ask('set_reminders', body, quiet),
      invalidatesTags: ['Reminders'],
    }),
    getCalendarAddress: build.query<Answer<'get_calendar_address'>, void>({
      query: () => ask('get_calendar_address', undefined, quiet),
      providesTags: ['Calendar'],
    }),
    setCalendarAddress: build.mutation<Answer<'set_calendar_address'>, Body<'set_calendar_address'>>({
      query: (body) => ask('set_calendar_address', body, quiet),
      invalidatesTags: ['Calendar'],
    }),
    getCalendar: build.mutation<string, void>({
      query: () => ask('get_calendar', undefined, { blob: true, quiet: true }),
      transformResponse: (file: Blob) => file.text(),
    }),
  }),
});

export const {
  useListRecycledQuery,
  useListPurgedQuery,
  useGiveUpPhonesMutation,
  useGetCalendarMutation,
  useSetAutoRenewMutation,
  useSetGroupAutoRenewMutation,
  useGetRemindersQuery,
  useSetRemindersMutation,
  useGetCalendarAddressQuery,
  useSetCalendarAddressMutation,
} = recycleApi;
