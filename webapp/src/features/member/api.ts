// The signed-in member's own account: profile, ways in, sessions, deletion. Each dialog says itself what was refused.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Member = Answer<'current_member'>;
export type SessionView = Answer<'list_sessions'>['list'][number];
export type TokenView = Answer<'list_tokens'>['list'][number];
export type Deletion = Answer<'preview_deletion'>;

const inPlace = { quiet: true } as const;

const memberApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentMember: build.query<Member, void>({
      query: () => ask('current_member', undefined, inPlace),
      providesTags: ['Member'],
    }),
    updateProfile: build.mutation<unknown, Body<'update_profile'>>({
      query: (body) => ask('update_profile', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Member']),
    }),
    updateAvatar: build.mutation<Answer<'update_avatar'>, Blob>({
      query: (picture) => {
        const form = new FormData();
        form.append('file', picture, picture.type === 'image/png' ? 'avatar.png' : 'avatar.jpg');
        return ask('update_avatar', form, inPlace);
      },
      invalidatesTags: (_, error) => (error ? [] : ['Member']),
    }),
    // A first step: it counts as a try, and spends nothing.
    checkOwnCode: build.mutation<unknown, Body<'check_code'>>({
      query: (body) => ask('check_code', body, inPlace),
    }),
    changePhone: build.mutation<unknown, Body<'change_phone'>>({
      query: (body) => ask('change_phone', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Member']),
    }),
    changePassword: build.mutation<unknown, Body<'change_password'>>({
      query: (body) => ask('change_password', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Member', 'Session']),
    }),
    linkSocial: build.mutation<unknown, Body<'bind_social'>>({
      query: (body) => ask('bind_social', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Member']),
    }),
    unlinkSocial: build.mutation<unknown, Body<'unbind_social'>>({
      query: (body) => ask('unbind_social', body),
      invalidatesTags: ['Member'],
    }),
    listSessions: build.query<Answer<'list_sessions'>, { pageNo: number; pageSize: number }>({
      query: (query) => ask('list_sessions', undefined, { ...inPlace, query }),
      providesTags: ['Session'],
    }),
    listOperatorViews: build.query<Answer<'list_operator_views'>, void>({
      query: () => ask('list_operator_views', undefined, inPlace),
      providesTags: ['Session'],
    }),
    endSession: build.mutation<unknown, Body<'end_session'>>({
      query: (body) => ask('end_session', body),
      // A session that was ended meanwhile is refused, and the list is old either way.
      invalidatesTags: ['Session'],
    }),
    listTokens: build.query<Answer<'list_tokens'>, void>({
      query: () => ask('list_tokens', undefined, inPlace),
      providesTags: ['Token'],
    }),
    // The text of a token is kept by nobody, and not by the cache either.
    createToken: build.mutation<Answer<'create_token'>, Body<'create_token'>>({
      query: (body) => ask('create_token', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Token']),
    }),
    revokeToken: build.mutation<unknown, Body<'revoke_token'>>({
      query: (body) => ask('revoke_token', body),
      invalidatesTags: ['Token'],
    }),
    previewDeletion: build.query<Deletion, void>({
      query: () => ask('preview_deletion', undefined, inPlace),
      keepUnusedDataFor: 0,
    }),
    deleteMember: build.mutation<unknown, Body<'delete_member'>>({
      query: (body) => ask('delete_member', body, inPlace),
    }),
  }),
});

export const {
  useCurrentMemberQuery,
  useUpdateProfileMutation,
  useUpdateAvatarMutation,
  useCheckOwnCodeMutation,
  useChangePhoneMutation,
  useChangePasswordMutation,
  useLinkSocialMutation,
  useUnlinkSocialMutation,
  useListOperatorViewsQuery,
  useListSessionsQuery,
  useEndSessionMutation,
  useListTokensQuery,
  useCreateTokenMutation,
  useRevokeTokenMutation,
  usePreviewDeletionQuery,
  useDeleteMemberMutation,
} = memberApi;
