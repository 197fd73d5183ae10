// The operators' overview: one call for what the database knows, and the most loaded hosts, which are measured.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import type { Zone } from '@/core/rules';

export type Overview = Answer<'get_today'>;
export type Part<Name extends keyof Overview> = NonNullable<Overview[Name]>;
export type Fault = Part<'errors'>[number];
export type Host = Answer<'list_hosts'>['list'][number];

/** State of the query for the hosts, which are measured for up to three seconds. */
export interface HostsAnswer {
  data?: Answer<'list_hosts'> | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Hosts that the overview shows: the worst. */
export const HOSTS_SHOWN = 20;

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    getToday: build.query<Overview, void>({
      query: () => ask('get_today', undefined, { quiet: true }),
    }),
    /** Of what is sold, the zone in which the shop's days begin. */
    getShopZone: build.query<Zone, void>({
      query: () => ask('list_configurations', undefined, { quiet: true }),
      transformResponse: ({ rules }: Answer<'list_configurations'>) => rules.zone,
    }),
    listWorstHosts: build.query<Answer<'list_hosts'>, void>({
      query: () =>
        ask('list_hosts', undefined, { query: { pageNo: 1, pageSize: HOSTS_SHOWN, sort: 'worst' }, quiet: true }),
    }),
  }),
});

export const { useGetTodayQuery, useGetShopZoneQuery, useListWorstHostsQuery } = overviewApi;
