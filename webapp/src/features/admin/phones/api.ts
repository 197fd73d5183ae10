// All phones as operators find them, and what operators do to the stock.
import { api, ask, call } from '@/core/api';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';

export type OperatorPhone = Answer<'list_all_phones'>['list'][number];
export type PhoneDetails = Answer<'get_any_phone'>;
export type PhoneCounts = Answer<'count_all_phones'>;
export type PhoneEvent = Answer<'list_phone_events'>[number];
export type AskedAddress = Answer<'ask_addresses'>[number];

export const states = ['rented', 'stock', 'running', 'failed', 'busy', 'off', 'hold'] as const;

export interface PhonesQuestion {
  pageNo: number;
  pageSize: number;
  keyword?: string;
  state?: (typeof states)[number];
  configurationId?: string;
}

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const phonesApi = api.enhanceEndpoints({ addTagTypes: ['AllPhones', 'Maintenance'] }).injectEndpoints({
  endpoints: (build) => ({
    listAllPhones: build.query<Answer<'list_all_phones'>, PhonesQuestion>({
      query: (question) => ask('list_all_phones', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['AllPhones', 'Maintenance'],
    }),
    countAllPhones: build.query<PhoneCounts, void>({
      query: () => ask('count_all_phones', undefined, quiet),
      providesTags: ['AllPhones', 'Maintenance'],
    }),
    getAnyPhone: build.query<PhoneDetails, number>({
      query: (phoneId) => ask('get_any_phone', undefined, { query: { phoneId }, quiet: true }),
      providesTags: ['AllPhones', 'Maintenance'],
    }),
    listPhoneEvents: build.query<PhoneEvent[], { phoneId: number; beforeTime?: number }>({
      query: (question) => ask('list_phone_events', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['AllPhones'],
    }),
    askAddresses: build.mutation<AskedAddress[], Body<'ask_addresses'>>({
      query: (body) => ask('ask_addresses', body, quiet),
    }),
    addPhones: build.mutation<Answer<'add_phones'>, Body<'add_phones'>>({
      query: (body) => ask('add_phones', body, quiet),
      invalidatesTags: ['AllPhones'],
    }),
    writePhoneNote: build.mutation<unknown, Body<'write_phone_note'>>({
      query: (body) => ask('write_phone_note', body, quiet),
      // Refused, the note is another one than was shown.
      invalidatesTags: ['AllPhones'],
    }),
    removeStockPhone: build.mutation<unknown, number>({
      query: (phoneId) => ask('remove_stock_phone', { phoneId }, quiet),
      invalidatesTags: ['AllPhones'],
    }),
    takePhoneBack: build.mutation<unknown, Body<'take_phone_back'>>({
      query: (body) => ask('take_phone_back', body, quiet),
      invalidatesTags: ['AllPhones'],
    }),
  }),
});

export const {
  useListAllPhonesQuery,
  useCountAllPhonesQuery,
  useGetAnyPhoneQuery,
  useListPhoneEventsQuery,
  useAskAddressesMutation,
  useAddPhonesMutation,
  useRemoveStockPhoneMutation,
  useWritePhoneNoteMutation,
  useTakePhoneBackMutation,
} = phonesApi;

/** The picture on a phone's screen; the look is noted. */
export async function lookAt(phoneId: number): Promise<Blob | CallFault> {
  const { data, error } = await call(
    ask('get_phone_screen', undefined, { query: { phoneId }, blob: true, quiet: true }),
  );
  return error ?? (data as Blob);
}
