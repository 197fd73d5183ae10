// The member's points: what is there, and each change.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type PointSummary = Answer<'get_points'>;
export type PointRecord = Answer<'list_points'>['list'][number];
export type PointKind = PointRecord['type'];

/** Page and filters of the list of changes. */
export interface PointQuestion {
  pageNo: number;
  pageSize: number;
  type?: PointKind | undefined;
  /** Unix milliseconds. */
  beginTime?: number | undefined;
  endTime?: number | undefined;
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const pointsApi = api.enhanceEndpoints({ addTagTypes: ['Order'] }).injectEndpoints({
  endpoints: (build) => ({
    getPoints: build.query<PointSummary, void>({
      query: () => ask('get_points', undefined, quiet),
      providesTags: ['Order'],
    }),
    listPoints: build.query<Answer<'list_points'>, PointQuestion>({
      query: (question) => ask('list_points', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Order'],
    }),
  }),
});

export const { useGetPointsQuery, useListPointsQuery, useLazyListPointsQuery } = pointsApi;
