// Maintenance of phones: set, counted and ended by operators.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Maintenance = Answer<'list_maintenance'>['list'][number];
export type MaintenanceDraft = Body<'set_maintenance'>;
export type Reach = Answer<'count_maintenance'>;
export type Target = Body<'count_maintenance'>;

interface Question {
  pageNo: number;
  pageSize: number;
  state?: Maintenance['state'];
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const maintenanceApi = api.enhanceEndpoints({ addTagTypes: ['Maintenance'] }).injectEndpoints({
  endpoints: (build) => ({
    listMaintenance: build.query<Answer<'list_maintenance'>, Question>({
      query: (question) => ask('list_maintenance', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Maintenance'],
    }),
    listMaintenanceHosts: build.query<Answer<'list_maintenance_hosts'>, void>({
      query: () => ask('list_maintenance_hosts', undefined, quiet),
    }),
    countMaintenance: build.query<Answer<'count_maintenance'>, Target>({
      query: (target) => ask('count_maintenance', target, quiet),
    }),
    setMaintenance: build.mutation<Answer<'set_maintenance'>, MaintenanceDraft>({
      query: (draft) => ask('set_maintenance', draft, quiet),
      invalidatesTags: ['Maintenance'],
    }),
    endMaintenance: build.mutation<unknown, number>({
      query: (maintenanceId) => ask('end_maintenance', { maintenanceId }, quiet),
      invalidatesTags: ['Maintenance'],
    }),
  }),
});

export const {
  useListMaintenanceQuery,
  useListMaintenanceHostsQuery,
  useCountMaintenanceQuery,
  useLazyCountMaintenanceQuery,
  useSetMaintenanceMutation,
  useEndMaintenanceMutation,
} = maintenanceApi;
