// Calls about the member's phones.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Phone = Answer<'list_phones'>['list'][number];
export type Summary = Answer<'list_phones'>['summary'];

/** A page of phones, and how far the server's clock is ahead of the browser's, ms. */
export type Page = Omit<Answer<'list_phones'>, 'now'> & { skewMs: number };

/** Difference of clocks below which it is the network's latency, and not a wrong clock. */
const SKEW_MIN_MS = 2000;
const SECOND_MS = 1000;

/** Rounds the difference to whole seconds: a value that stays the same between answers renders no card again. */
function skewOf(now: number): number {
  const ahead = Math.round((now - Date.now()) / SECOND_MS) * SECOND_MS;
  return Math.abs(ahead) >= SKEW_MIN_MS ? ahead : 0;
}

const phonesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPhones: build.query<Page, Body<'list_phones'>>({
      // A fault is quiet here: the list shows it in place, with a retry.
      query: (body) => ask('list_phones', body, { quiet: true }),
      transformResponse: ({ now, ...page }: Answer<'list_phones'>) => ({ ...page, skewMs: skewOf(now) }),
      providesTags: ['Phone'],
    }),
    takeTrial: build.mutation<Answer<'take_trial'>, void>({
      query: () => ask('take_trial', undefined, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
  }),
});

export const { listPhones } = phonesApi.endpoints;
export const { useListPhonesQuery, useLazyListPhonesQuery, useTakeTrialMutation } = phonesApi;
