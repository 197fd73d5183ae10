// Whether phones may be replaced, and by how many in stock; what becomes of a migration that failed.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export interface CheckQuestion {
  phoneIds: readonly number[];
  withData: boolean;
}

const replacementApi = api.enhanceEndpoints({ addTagTypes: ['Phone', 'Operation'] }).injectEndpoints({
  endpoints: (build) => ({
    checkReplace: build.query<Answer<'check_replace'>, CheckQuestion>({
      query: ({ phoneIds, withData }) => ask('check_replace', { phoneIds: [...phoneIds], withData }, { quiet: true }),
      providesTags: ['Phone'],
    }),
    retryMigration: build.mutation<Answer<'retry_migration'>, { phoneId: number; cancel: boolean }>({
      query: (body) => ask('retry_migration', body, { quiet: true }),
      invalidatesTags: ['Phone', { type: 'Operation', id: 'LIST' }],
    }),
  }),
});

export const { useCheckReplaceQuery, useRetryMigrationMutation } = replacementApi;
