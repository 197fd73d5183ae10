// Hosts of phones, as operators see them.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type Host = Answer<'list_hosts'>['list'][number];

const hostsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHosts: build.query<Answer<'list_hosts'>, { pageNo: number; pageSize: number }>({
      query: (page) => ask('list_hosts', undefined, { query: { ...page }, quiet: true }),
    }),
  }),
});

export const { useListHostsQuery } = hostsApi;
