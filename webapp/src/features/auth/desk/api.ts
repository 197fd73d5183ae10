// How members sign in and what sends their codes, as operators read and change it.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type SignInDesk = Answer<'get_sign_in_desk'>;
export type Sender = SignInDesk['senders'][number];
export type SenderTest = Answer<'test_sender'>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const deskApi = api.enhanceEndpoints({ addTagTypes: ['SignInDesk'] }).injectEndpoints({
  endpoints: (build) => ({
    getSignInDesk: build.query<SignInDesk, void>({
      query: () => ask('get_sign_in_desk', undefined, quiet),
      providesTags: ['SignInDesk'],
    }),
    saveSignIn: build.mutation<SignInDesk, Body<'save_sign_in'>>({
      query: (body) => ask('save_sign_in', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['SignInDesk']),
    }),
    testSender: build.mutation<SenderTest, string>({
      query: (to) => ask('test_sender', { to }, quiet),
    }),
  }),
});

export const { useGetSignInDeskQuery, useSaveSignInMutation, useTestSenderMutation } = deskApi;
