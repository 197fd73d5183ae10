// Members as operators find and help them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type MemberRow = Answer<'list_members'>['list'][number];
export type Show = Answer<'list_members'>['counts'][number]['show'];
export type Member = Answer<'get_member'>;
export type MemberPhone = Answer<'list_member_phones'>['list'][number];
export type MemberSession = Answer<'list_member_sessions'>['list'][number];
export type MemberOrder = Answer<'list_member_orders'>['list'][number];
export type PointChange = Answer<'list_member_points'>['list'][number];

/** A page of what one member has. */
export interface PageOf {
  memberId: number;
  pageNo: number;
  pageSize: number;
}

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const membersApi = api.enhanceEndpoints({ addTagTypes: ['User'] }).injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.query<Answer<'list_members'>, Record<string, string | number | boolean>>({
      query: (question) => ask('list_members', undefined, { query: question, ...quiet }),
      providesTags: ['User'],
    }),
    getMember: build.query<Member, number>({
      query: (memberId) => ask('get_member', undefined, { query: { memberId }, ...quiet }),
      providesTags: ['User'],
    }),
    revealMember: build.mutation<Answer<'reveal_member'>, number>({
      query: (memberId) => ask('reveal_member', { memberId }, quiet),
    }),
    viewAsMember: build.mutation<Answer<'view_as_member'>, Body<'view_as_member'>>({
      query: (body) => ask('view_as_member', body, quiet),
    }),
    listMemberPhones: build.query<Answer<'list_member_phones'>, PageOf>({
      query: (page) => ask('list_member_phones', undefined, { query: { ...page }, ...quiet }),
    }),
    listMemberSessions: build.query<Answer<'list_member_sessions'>, PageOf>({
      query: (page) => ask('list_member_sessions', undefined, { query: { ...page }, ...quiet }),
      providesTags: ['User'],
    }),
    endMemberSessions: build.mutation<Answer<'end_member_sessions'>, Body<'end_member_sessions'>>({
      query: (body) => ask('end_member_sessions', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    listMemberOrders: build.query<Answer<'list_member_orders'>, PageOf>({
      query: (page) => ask('list_member_orders', undefined, { query: { ...page }, ...quiet }),
    }),
    listMemberPoints: build.query<Answer<'list_member_points'>, PageOf>({
      query: (page) => ask('list_member_points', undefined, { query: { ...page }, ...quiet }),
      providesTags: ['User'],
    }),
    adjustMemberPoints: build.mutation<Answer<'adjust_member_points'>, Body<'adjust_member_points'>>({
      query: (body) => ask('adjust_member_points', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
  }),
});

export const {
  useListMembersQuery,
  useGetMemberQuery,
  useRevealMemberMutation,
  useViewAsMemberMutation,
  useListMemberPhonesQuery,
  useListMemberSessionsQuery,
  useEndMemberSessionsMutation,
  useListMemberOrdersQuery,
  useListMemberPointsQuery,
  useAdjustMemberPointsMutation,
} = membersApi;
