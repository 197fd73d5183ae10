// The model library, what phones would lose as new devices, and serial numbers as their makers form them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Brand = Answer<'list_renew_models'>['list'][number];
export type Model = Brand['models'][number];
export type PreviewList = Answer<'preview_new_device'>;
export type Preview = PreviewList['list'][number];
export type ProxyLines = Answer<'read_proxy_lines'>;
export type PhoneProxy = NonNullable<Preview['proxy']>;

const identityApi = api.enhanceEndpoints({ addTagTypes: ['Phone', 'Proxy'] }).injectEndpoints({
  endpoints: (build) => ({
    listRenewModels: build.query<Answer<'list_renew_models'>, void>({
      query: () => ask('list_renew_models', undefined, { quiet: true }),
      keepUnusedDataFor: 3600,
    }),
    previewNewDevice: build.query<Answer<'preview_new_device'>, readonly number[]>({
      query: (phoneIds) => ask('preview_new_device', { phoneIds: [...phoneIds] }, { quiet: true }),
      providesTags: ['Phone'],
    }),
    drawSerial: build.query<Answer<'draw_serial'>, string>({
      query: (model) => ask('draw_serial', undefined, { query: { model }, quiet: true }),
      keepUnusedDataFor: 0,
    }),
    listProxyCountries: build.query<Answer<'list_proxy_countries'>, void>({
      query: () => ask('list_proxy_countries', undefined, { quiet: true }),
      keepUnusedDataFor: 3600,
    }),
    listProxyCities: build.query<Answer<'list_proxy_cities'>, number>({
      query: (id) => ask('list_proxy_cities', undefined, { path: { id }, quiet: true }),
      keepUnusedDataFor: 600,
    }),
    getPhoneProxy: build.query<Answer<'get_phone_proxy'>, number>({
      query: (phoneId) => ask('get_phone_proxy', undefined, { query: { phoneId }, quiet: true }),
      providesTags: ['Phone', 'Proxy'],
    }),
    testPhoneProxy: build.mutation<Answer<'test_phone_proxy'>, number>({
      query: (phoneId) => ask('test_phone_proxy', { phoneId }, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Proxy']),
    }),
    readProxyLines: build.mutation<Answer<'read_proxy_lines'>, Body<'read_proxy_lines'>>({
      query: (lines) => ask('read_proxy_lines', lines, { quiet: true }),
    }),
    testProxy: build.mutation<Answer<'test_proxy'>, Body<'test_proxy'>>({
      query: (proxy) => ask('test_proxy', proxy, { quiet: true }),
    }),
    changeProxy: build.mutation<boolean, Body<'change_proxy'>>({
      query: (change) => ask('change_proxy', change, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
    changeProxies: build.mutation<Answer<'change_proxies'>, Body<'change_proxies'>>({
      query: (change) => ask('change_proxies', change, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['Phone']),
    }),
  }),
});

export const {
  useListRenewModelsQuery,
  usePreviewNewDeviceQuery,
  useLazyDrawSerialQuery,
  useListProxyCountriesQuery,
  useListProxyCitiesQuery,
  useGetPhoneProxyQuery,
  useTestPhoneProxyMutation,
  useReadProxyLinesMutation,
  useTestProxyMutation,
  useChangeProxyMutation,
  useChangeProxiesMutation,
} = identityApi;
