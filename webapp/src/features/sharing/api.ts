// Authorizations of phones: found by number, given, changed, recalled, given up, and what guests did.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

type Grants = Answer<'list_given_grants'>;
/** As answered, with how far the server's clock is ahead of the browser's, ms. */
export type GrantPage = Grants & { skewMs: number };
export type Grant = Grants['list'][number];
export type FoundMember = Answer<'find_member'>;
export type AuthorizedRow = Answer<'authorize_phones'>['list'][number];
export type ActivityEntry = Answer<'list_guest_activity'>['list'][number];

/** Given by the member, or to the member. */
export type Direction = 'byMe' | 'toMe';

export interface GrantQuestion {
  direction: Direction;
  pageNo: number;
  pageSize: number;
  keyword?: string;
  accreditType?: number;
  standing?: 'normal' | 'other';
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const sharingApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The list of phones says to whom each is shared: what changes one changes the other.
    listGrants: build.query<GrantPage, GrantQuestion>({
      query: ({ direction, ...query }) =>
        ask(direction === 'byMe' ? 'list_given_grants' : 'list_received_grants', undefined, { query, quiet: true }),
      transformResponse: (page: Grants) => ({ ...page, skewMs: page.now - Date.now() }),
      providesTags: ['Phone'],
    }),
    listShareablePhones: build.query<Answer<'list_shareable_phones'>, { keyword?: string; pageSize: number }>({
      query: (query) => ask('list_shareable_phones', undefined, { query, quiet: true }),
      providesTags: ['Phone'],
    }),
    findMember: build.mutation<FoundMember, string>({
      query: (phone) => ask('find_member', undefined, { query: { phone }, quiet: true }),
    }),
    authorizePhones: build.mutation<Answer<'authorize_phones'>, Body<'authorize_phones'>>({
      query: (body) => ask('authorize_phones', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
    updateGrant: build.mutation<unknown, Body<'update_grant'>>({
      query: (body) => ask('update_grant', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    recallGrants: build.mutation<Answer<'recall_grants'>, Body<'recall_grants'>>({
      query: (body) => ask('recall_grants', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    leaveGrants: build.mutation<Answer<'leave_grants'>, Body<'leave_grants'>>({
      query: (body) => ask('leave_grants', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    listGuestActivity: build.query<Answer<'list_guest_activity'>, number>({
      query: (relationId) => ask('list_guest_activity', undefined, { query: { relationId }, quiet: true }),
      providesTags: ['Phone'],
    }),
    getFindable: build.query<Answer<'get_findable'>, void>({
      query: () => ask('get_findable', undefined, quiet),
      providesTags: ['Member'],
    }),
    setFindable: build.mutation<unknown, Body<'set_findable'>>({
      query: (body) => ask('set_findable', body),
      invalidatesTags: ['Member'],
    }),
  }),
});

export const {
  useListGrantsQuery,
  useListShareablePhonesQuery,
  useFindMemberMutation,
  useAuthorizePhonesMutation,
  useUpdateGrantMutation,
  useRecallGrantsMutation,
  useLeaveGrantsMutation,
  useListGuestActivityQuery,
  useGetFindableQuery,
  useSetFindableMutation,
} = sharingApi;
