// Configurations and prices as operators keep them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type StoredConfigurationList = Answer<'list_kept_configurations'>;
export type StoredConfiguration = StoredConfigurationList['list'][number];
export type PriceVersion = StoredConfiguration['prices'][number];
export type ConfigurationBody = Body<'create_configuration'>;
export type Seen = Body<'withdraw_prices'>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;
// Lists that any answer makes stale: another operator may have been first, and members see other prices.
const changed = ['KeptConfiguration', 'Shelf'] as const;

const pricesApi = api.enhanceEndpoints({ addTagTypes: ['KeptConfiguration', 'Shelf'] }).injectEndpoints({
  endpoints: (build) => ({
    listKeptConfigurations: build.query<StoredConfigurationList, void>({
      query: () => ask('list_kept_configurations', undefined, quiet),
      providesTags: ['KeptConfiguration'],
    }),
    createConfiguration: build.mutation<StoredConfiguration, ConfigurationBody>({
      query: (body) => ask('create_configuration', body, quiet),
      invalidatesTags: [...changed],
    }),
    updateConfiguration: build.mutation<StoredConfiguration, ConfigurationBody>({
      query: (body) => ask('update_configuration', body, quiet),
      invalidatesTags: [...changed],
    }),
    savePriceDraft: build.mutation<StoredConfiguration, Body<'save_price_draft'>>({
      query: (body) => ask('save_price_draft', body, quiet),
      invalidatesTags: [...changed],
    }),
    schedulePrices: build.mutation<StoredConfiguration, Body<'schedule_prices'>>({
      query: (body) => ask('schedule_prices', body, quiet),
      invalidatesTags: [...changed],
    }),
    withdrawPrices: build.mutation<StoredConfiguration, Seen>({
      query: (body) => ask('withdraw_prices', body, quiet),
      invalidatesTags: [...changed],
    }),
    discardPriceDraft: build.mutation<StoredConfiguration, Seen>({
      query: (body) => ask('discard_price_draft', body, quiet),
      invalidatesTags: [...changed],
    }),
  }),
});

export const {
  useListKeptConfigurationsQuery,
  useCreateConfigurationMutation,
  useUpdateConfigurationMutation,
  useSavePriceDraftMutation,
  useSchedulePricesMutation,
  useWithdrawPricesMutation,
  useDiscardPriceDraftMutation,
} = pricesApi;
