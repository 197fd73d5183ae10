// The member's groups, with their numbers of phones.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Groups = Answer<'list_groups'>;
export type Group = Groups['list'][number];

const quiet = { quiet: true } as const;

const groupsApi = api.enhanceEndpoints({ addTagTypes: ['Group'] }).injectEndpoints({
  endpoints: (build) => ({
    listGroups: build.query<Groups, void>({
      query: () => ask('list_groups', undefined, quiet),
      providesTags: ['Group'],
    }),
    createGroup: build.mutation<Answer<'create_group'>, string>({
      query: (name) => ask('create_group', { name }, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Group']),
    }),
    renameGroup: build.mutation<unknown, Body<'rename_group'>>({
      query: (body) => ask('rename_group', body, quiet),
      invalidatesTags: ['Group'],
    }),
    deleteGroup: build.mutation<Answer<'delete_group'>, Body<'delete_group'>>({
      query: (body) => ask('delete_group', body, quiet),
      invalidatesTags: ['Group', 'Phone'],
    }),
    moveToGroup: build.mutation<Answer<'move_to_group'>, Body<'move_to_group'>>({
      query: (body) => ask('move_to_group', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Group', 'Phone']),
    }),
  }),
});

/** Tells the groups that numbers of phones have changed. */
export const groupsChanged = () => groupsApi.util.invalidateTags(['Group']);

export const {
  useListGroupsQuery,
  useCreateGroupMutation,
  useRenameGroupMutation,
  useDeleteGroupMutation,
  useMoveToGroupMutation,
} = groupsApi;
