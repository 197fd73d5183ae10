// The app market: what members install from it, and what operators offer.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type MarketApp = Answer<'list_market_apps'>['list'][number];
export type MarketVersion = MarketApp['versions'][number];
export type OfferedApp = Answer<'list_offered_apps'>['list'][number];
export type OfferedVersion = OfferedApp['versions'][number];
export type Listing = Body<'describe_app'>['listing'];

export interface MarketQuestion {
  pageNo: number;
  pageSize: number;
  keyword?: string;
}

// Refusals are said in place, by the dialog that asked.
const quiet = { quiet: true } as const;

const marketApi = api.enhanceEndpoints({ addTagTypes: ['Market', 'CloudFile'] }).injectEndpoints({
  endpoints: (build) => ({
    listMarketApps: build.query<Answer<'list_market_apps'>, MarketQuestion>({
      query: (question) => ask('list_market_apps', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Market'],
    }),
    listOfferedApps: build.query<Answer<'list_offered_apps'>, MarketQuestion>({
      query: (question) => ask('list_offered_apps', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Market'],
    }),
    offerApp: build.mutation<unknown, Body<'offer_app'>>({
      query: (body) => ask('offer_app', body, quiet),
      invalidatesTags: ['Market'],
    }),
    describeApp: build.mutation<unknown, Body<'describe_app'>>({
      query: (body) => ask('describe_app', body, quiet),
      invalidatesTags: ['Market'],
    }),
    setAppOffered: build.mutation<unknown, Body<'set_app_offered'>>({
      query: (body) => ask('set_app_offered', body, quiet),
      invalidatesTags: ['Market'],
    }),
    removeAppVersion: build.mutation<unknown, number>({
      query: (versionId) => ask('remove_app_version', { versionId }, quiet),
      invalidatesTags: ['Market'],
    }),
  }),
});

export const {
  useListMarketAppsQuery,
  useListOfferedAppsQuery,
  useOfferAppMutation,
  useDescribeAppMutation,
  useSetAppOfferedMutation,
  useRemoveAppVersionMutation,
} = marketApi;

/** The name of a version for people. */
export const versionName = ({ app }: MarketVersion): string => app?.versionName ?? '';
