// Sub-accounts: joined by a code, listed, given phones, switched, ended, and whose sub-account the member is.
import { api, ask, call } from '@/core/api';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';
import { browserZone } from '@/core/zone';
import { type Sent, tableForm } from '@/ui/import/table';

export type SubAccount = Answer<'list_sub_accounts'>['list'][number];
export type SubPhone = Answer<'list_sub_account_phones'>['list'][number];
export type Permission = SubAccount['permissions'][number];

export interface SubQuestion {
  pageNo: number;
  pageSize: number;
  keyword?: string;
  status?: number;
}

export interface Added {
  phone: string;
  code: string;
  uuid: string;
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const subAccountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSubAccounts: build.query<Answer<'list_sub_accounts'>, SubQuestion>({
      query: ({ pageNo, pageSize, ...body }) =>
        ask('list_sub_accounts', { ...body, ...browserZone() }, { query: { pageNo, pageSize }, quiet: true }),
      providesTags: ['Phone'],
    }),
    addSubAccount: build.mutation<Answer<'add_sub_account'>, Added>({
      query: (query) => ask('add_sub_account', undefined, { query: { ...query }, quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
    inviteSubAccount: build.mutation<Answer<'invite_sub_account'>, Body<'invite_sub_account'>>({
      query: (body) => ask('invite_sub_account', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
    importSubAccounts: build.mutation<Answer<'import_sub_accounts'>, Sent>({
      query: (sent) => ask('import_sub_accounts', tableForm(sent), quiet),
      invalidatesTags: (_, error, { dryRun }) => (error || dryRun ? [] : ['Phone']),
    }),
    withdrawInvitation: build.mutation<unknown, number>({
      query: (invitationId) => ask('withdraw_invitation', undefined, { query: { invitationId }, quiet: true }),
      invalidatesTags: ['Phone'],
    }),
    removeSubAccount: build.mutation<unknown, number | null>({
      query: (memberId) =>
        ask('remove_sub_account', undefined, { query: memberId === null ? {} : { memberId }, quiet: true }),
      invalidatesTags: ['Phone'],
    }),
    setSubAccountStatus: build.mutation<unknown, Body<'set_sub_account_status'>>({
      query: (body) => ask('set_sub_account_status', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    getParent: build.query<Answer<'get_parent'>, void>({
      query: () => ask('get_parent', undefined, quiet),
      providesTags: ['Phone'],
    }),
    listSubPhones: build.query<
      Answer<'list_sub_account_phones'>,
      { memberId?: number; pageNo: number; pageSize: number }
    >({
      query: (query) => ask('list_sub_account_phones', undefined, { query, quiet: true }),
    }),
    listSubActivity: build.query<Answer<'list_sub_account_activity'>, number>({
      query: (memberId) => ask('list_sub_account_activity', undefined, { query: { memberId }, quiet: true }),
    }),
    givePhones: build.mutation<Answer<'give_phones'>, Body<'give_phones'>>({
      query: (body) => ask('give_phones', body, quiet),
      invalidatesTags: ['Phone'],
    }),
    takePhones: build.mutation<Answer<'take_phones'>, Body<'take_phones'>>({
      query: (body) => ask('take_phones', body, quiet),
      invalidatesTags: ['Phone'],
    }),
  }),
});

export const {
  useListSubAccountsQuery,
  useInviteSubAccountMutation,
  useImportSubAccountsMutation,
  useWithdrawInvitationMutation,
  useAddSubAccountMutation,
  useRemoveSubAccountMutation,
  useSetSubAccountStatusMutation,
  useGetParentQuery,
  useLazyListSubPhonesQuery,
  useListSubActivityQuery,
  useGivePhonesMutation,
  useTakePhonesMutation,
} = subAccountsApi;

/** An empty table for an import; the fault where the call failed. */
export async function importTemplate(): Promise<Blob | CallFault> {
  const made = await call(ask('get_sub_account_template', undefined, { blob: true, quiet: true }));
  return made.error ?? (made.data as Blob);
}
