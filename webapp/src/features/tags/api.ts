// The member's tags and which phones carry them.
import { CommonLimits } from '@/contract/constants';
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Tag = Answer<'list_tags'>['list'][number];
export type Branch = Answer<'get_tag_tree'>[number];

const quiet = { quiet: true } as const;

const tagsApi = api.enhanceEndpoints({ addTagTypes: ['Tag'] }).injectEndpoints({
  endpoints: (build) => ({
    // The filter and the dialog offer every tag, so all pages are read: an account has at most 500 tags.
    allTags: build.query<Tag[], void>({
      queryFn: async (_, __, ___, send) => {
        const found: Tag[] = [];
        for (let pageNo = 1; ; pageNo += 1) {
          const answer = await send(
            ask('list_tags', undefined, { query: { pageNo, pageSize: CommonLimits.pageSizeMax }, ...quiet }),
          );
          if ('error' in answer) return { error: answer.error };
          const page = answer.data as Answer<'list_tags'>;
          found.push(...page.list);
          if (page.list.length < CommonLimits.pageSizeMax) return { data: found };
        }
      },
      providesTags: ['Tag'],
    }),
    tagTree: build.query<Answer<'get_tag_tree'>, void>({
      query: () => ask('get_tag_tree', undefined, quiet),
      providesTags: ['Tag'],
    }),
    createTag: build.mutation<Answer<'create_tag'>, string>({
      query: (name) => ask('create_tag', { name }, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Tag']),
    }),
    renameTag: build.mutation<unknown, Body<'rename_tag'>>({
      query: (body) => ask('rename_tag', body, quiet),
      invalidatesTags: ['Tag', 'Phone'],
    }),
    deleteTag: build.mutation<Answer<'delete_tag'>, number>({
      query: (id) => ask('delete_tag', { id }, quiet),
      invalidatesTags: ['Tag', 'Phone'],
    }),
    bindTags: build.mutation<Answer<'bind_tags'>, Body<'bind_tags'>>({
      query: (body) => ask('bind_tags', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Tag', 'Phone']),
    }),
    unbindTag: build.mutation<unknown, Body<'unbind_tag'>>({
      query: (body) => ask('unbind_tag', body, quiet),
      invalidatesTags: ['Tag', 'Phone'],
    }),
  }),
});

export const {
  useAllTagsQuery,
  useTagTreeQuery,
  useCreateTagMutation,
  useRenameTagMutation,
  useDeleteTagMutation,
  useBindTagsMutation,
  useUnbindTagMutation,
} = tagsApi;
