// Signing in.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<Answer<'sign_in'>, Body<'sign_in'>>({
      // The form itself says what was wrong.
      query: (body) => ask('sign_in', body, { quiet: true, anonymous: true }),
    }),
  }),
});

export const { useSignInMutation } = authApi;
