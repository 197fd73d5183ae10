// Accounts as operators make, change and delete them, and bring them in a table.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';
import { type Sent, tableForm } from '@/ui/import/table';

export type User = Answer<'get_user'>;
export type UserBody = Body<'create_user'>;
export type Imported = Answer<'import_users'>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const usersApi = api.enhanceEndpoints({ addTagTypes: ['User'] }).injectEndpoints({
  endpoints: (build) => ({
    getUser: build.query<User, number>({
      query: (userId) => ask('get_user', undefined, { path: { userId }, quiet: true }),
      providesTags: ['User'],
    }),
    createUser: build.mutation<unknown, UserBody>({
      query: (body) => ask('create_user', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    updateUser: build.mutation<unknown, UserBody>({
      query: (body) => ask('update_user', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    changeUserStatus: build.mutation<unknown, Body<'change_user_status'>>({
      query: (body) => ask('change_user_status', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    resetUserPassword: build.mutation<unknown, Body<'reset_user_password'>>({
      query: (body) => ask('reset_user_password', body, quiet),
    }),
    removeUser: build.mutation<unknown, number>({
      query: (userIds) => ask('remove_users', undefined, { path: { userIds }, quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    importUsers: build.mutation<Imported, Sent>({
      query: (sent) => ask('import_users', tableForm(sent), quiet),
      invalidatesTags: (_, error, { dryRun }) => (error || dryRun ? [] : ['User']),
    }),
  }),
});

export const {
  useGetUserQuery,
  useCreateUserMutation,
  useUpdateUserMutation,
  useChangeUserStatusMutation,
  useResetUserPasswordMutation,
  useRemoveUserMutation,
  useImportUsersMutation,
} = usersApi;
