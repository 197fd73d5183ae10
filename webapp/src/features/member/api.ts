// The signed-in member's own profile.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

const memberApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentMember: build.query<Answer<'current_member'>, void>({
      query: () => ask('current_member', undefined, { quiet: true }),
      providesTags: ['Member'],
    }),
  }),
});

export const { useCurrentMemberQuery } = memberApi;
