// Whether phones may be replaced, and by how many in stock.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

const replacementApi = api.enhanceEndpoints({ addTagTypes: ['Phone'] }).injectEndpoints({
  endpoints: (build) => ({
    checkReplace: build.query<Answer<'check_replace'>, readonly number[]>({
      query: (phoneIds) => ask('check_replace', { phoneIds: [...phoneIds] }, { quiet: true }),
      providesTags: ['Phone'],
    }),
  }),
});

export const { useCheckReplaceQuery } = replacementApi;
