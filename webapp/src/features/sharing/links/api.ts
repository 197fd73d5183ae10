// Links of an owner: made, listed with their counts, changed, ended.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

type Links = Answer<'list_share_links'>;
/** As answered, with how far the server's clock is ahead of the browser's, ms. */
export type LinkList = Links & { skewMs: number };
export type Link = Links['list'][number];

/** Where the list begins. */
export const FIRST_LINKS: { pageNo: number; pageSize: number } = { pageNo: 1, pageSize: 10 };

const quiet = { quiet: true } as const;

const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShareLinks: build.query<LinkList, { pageNo: number; pageSize: number }>({
      query: (query) => ask('list_share_links', undefined, { query, quiet: true }),
      transformResponse: (page: Links) => ({ ...page, skewMs: page.now - Date.now() }),
      providesTags: ['Link'],
    }),
    createShareLink: build.mutation<Answer<'create_share_link'>, Body<'create_share_link'>>({
      query: (body) => ask('create_share_link', body, quiet),
      invalidatesTags: ['Link'],
    }),
    updateShareLink: build.mutation<Answer<'update_share_link'>, Body<'update_share_link'>>({
      query: (body) => ask('update_share_link', body, quiet),
      invalidatesTags: ['Link'],
    }),
    endShareLink: build.mutation<unknown, number>({
      query: (linkId) => ask('end_share_link', { linkId }, quiet),
      invalidatesTags: ['Link'],
    }),
  }),
});

export const {
  useListShareLinksQuery,
  useCreateShareLinkMutation,
  useUpdateShareLinkMutation,
  useEndShareLinkMutation,
} = linksApi;

/** The full address of a link. */
export const addressOf = (path: string): string => `${window.location.origin}${path}`;

/** Name of what a link shows, for its owner. */
export const nameOf = ({ phoneAlias, owlId, fileName }: Link): string => phoneAlias || owlId || fileName || '—';
