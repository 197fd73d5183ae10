// The enterprise overview: counts and ends, the wall by sections, and the spend by month.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import { browserZone } from '@/core/zone';

export type Overview = Answer<'get_overview'>;
export type Section = Answer<'list_sections'>['list'][number];
export type WallPhone = Answer<'list_wall_phones'>['list'][number];
export type Spend = Answer<'get_spend'>;
export type Spender = Spend['list'][number];

/** How the phones are sorted into sections. */
export type Sorting = 'subAccount' | 'group';

interface Window {
  pageNo: number;
  pageSize: number;
}

export interface SectionsQuestion extends Window {
  by: Sorting;
  keyword?: string;
}

export interface WallQuestion extends SectionsQuestion {
  memberId?: number;
  groupId?: number;
}

const keyAccountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<Overview, void>({
      query: () => ask('get_overview', undefined, { query: browserZone(), quiet: true }),
      providesTags: ['Phone'],
    }),
    listSections: build.query<Answer<'list_sections'>, SectionsQuestion>({
      query: (query) => ask('list_sections', undefined, { query: { ...query }, quiet: true }),
      providesTags: ['Phone'],
    }),
    listWallPhones: build.query<Answer<'list_wall_phones'>, WallQuestion>({
      query: (query) => ask('list_wall_phones', undefined, { query: { ...query }, quiet: true }),
      providesTags: ['Phone'],
    }),
    getSpend: build.query<Spend, Window>({
      query: (query) => ask('get_spend', undefined, { query: { ...query, ...browserZone() }, quiet: true }),
      providesTags: ['Phone'],
    }),
  }),
});

export const { useGetOverviewQuery, useListSectionsQuery, useListWallPhonesQuery, useGetSpendQuery } = keyAccountApi;
