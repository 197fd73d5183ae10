// Roles and who has them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Roles = Answer<'list_roles'>;
export type Role = Roles['roles'][number];
export type RoleOperator = Roles['operators'][number];

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const rolesApi = api.enhanceEndpoints({ addTagTypes: ['Role'] }).injectEndpoints({
  endpoints: (build) => ({
    listRoles: build.query<Roles, void>({
      query: () => ask('list_roles', undefined, quiet),
      providesTags: ['Role'],
    }),
    saveRole: build.mutation<Role, Body<'save_role'>>({
      query: (body) => ask('save_role', body, quiet),
      invalidatesTags: ['Role'],
    }),
    removeRole: build.mutation<boolean, Body<'remove_role'>>({
      query: (body) => ask('remove_role', body, quiet),
      invalidatesTags: ['Role'],
    }),
    giveRoles: build.mutation<boolean, Body<'give_roles'>>({
      query: (body) => ask('give_roles', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Role']),
    }),
  }),
});

export const { useListRolesQuery, useSaveRoleMutation, useRemoveRoleMutation, useGiveRolesMutation } = rolesApi;
