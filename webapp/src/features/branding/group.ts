// The group that members may join, where the operator wrote one down.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import { webAddress } from './branding';

const GROUP = 2;

const groupApi = api.enhanceEndpoints({ addTagTypes: ['Branding'] }).injectEndpoints({
  endpoints: (build) => ({
    getGroup: build.query<Answer<'list_contacts'>, void>({
      query: () => ask('list_contacts', undefined, { quiet: true, query: { pageNo: 1, pageSize: 1, type: GROUP } }),
      providesTags: ['Branding'],
    }),
  }),
});

/** Group's number, and the address that opens it; null when there is none, or none that may be opened. */
export function useGroup(): { account: string; address: string } | null {
  const list: unknown = groupApi.useGetGroupQuery().data?.list;
  // The header stands on every page: an answer that is none of ours must not take it down.
  const [first] = Array.isArray(list) ? (list as Answer<'list_contacts'>['list']) : [];
  const address = webAddress(first?.htmlCode);
  return typeof first?.account === 'string' && address ? { account: first.account, address } : null;
}
