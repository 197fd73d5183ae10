// The member's phones.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Phone = Answer<'list_phones'>['list'][number];
export type Summary = Answer<'list_phones'>['summary'];

const phonesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPhones: build.query<Answer<'list_phones'>, Body<'list_phones'>>({
      // The list says itself what went wrong, with a retry.
      query: (body) => ask('list_phones', body, { quiet: true }),
      providesTags: ['Phone'],
    }),
    takeTrial: build.mutation<Answer<'take_trial'>, void>({
      query: () => ask('take_trial', undefined, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
  }),
});

export const { useListPhonesQuery, useLazyListPhonesQuery, useTakeTrialMutation } = phonesApi;
