// The calls about the session itself.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInfo: build.query<Answer<'get_info'>, void>({
      query: () => ask('get_info', undefined, { quiet: true }),
      providesTags: ['Member'],
    }),
    getRouters: build.query<Answer<'get_routers'>, void>({
      query: () => ask('get_routers', undefined, { quiet: true }),
      providesTags: ['Member'],
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ask('sign_out', undefined, { quiet: true }),
    }),
  }),
});

export const { useGetInfoQuery, useGetRoutersQuery, useSignOutMutation } = sessionApi;
