// Redeem codes: what each gives, using them, and which were used.
import { api, ask, call } from '@/core/api';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';

export type Preview = Answer<'preview_codes'>['list'][number];
export type Result = Answer<'redeem_codes'>['list'][number];
export type Redeemed = NonNullable<Result['redeemed']>;
export type Used = Answer<'list_redemptions'>['list'][number];
export type Batch = Answer<'list_redeem_batches'>['list'][number];
export type MadeBatch = Answer<'create_redeem_batch'>;
export type BatchCode = Answer<'list_batch_codes'>['list'][number];
export type FoundCode = Answer<'find_redeem_code'>;
export type BatchDraft = Body<'create_redeem_batch'>;

interface Window {
  pageNo: number;
  pageSize: number;
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

const redeemApi = api.enhanceEndpoints({ addTagTypes: ['Redemption', 'RedeemBatch', 'Shelf'] }).injectEndpoints({
  endpoints: (build) => ({
    // Looking changes nothing but the count of wrong codes: it is asked when somebody says so, and not kept.
    previewCodes: build.mutation<Answer<'preview_codes'>, string[]>({
      query: (codes) => ask('preview_codes', { codes }, quiet),
    }),
    redeemCodes: build.mutation<Answer<'redeem_codes'>, Body<'redeem_codes'>>({
      query: (body) => ask('redeem_codes', body, quiet),
      invalidatesTags: (answer) => (answer && answer.success > 0 ? ['Redemption', 'Phone', 'Shelf'] : []),
    }),
    listRedemptions: build.query<Answer<'list_redemptions'>, Window & { keyword?: string }>({
      query: (question) => ask('list_redemptions', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Redemption'],
    }),
    listRedeemBatches: build.query<Answer<'list_redeem_batches'>, Window & { keyword?: string; state?: string }>({
      query: (question) => ask('list_redeem_batches', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['RedeemBatch'],
    }),
    listBatchCodes: build.query<Answer<'list_batch_codes'>, Window & { batchId: number; used: boolean }>({
      query: (question) => ask('list_batch_codes', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['RedeemBatch'],
    }),
    createRedeemBatch: build.mutation<MadeBatch, BatchDraft>({
      query: (draft) => ask('create_redeem_batch', draft, quiet),
      invalidatesTags: ['RedeemBatch'],
    }),
    findRedeemCode: build.mutation<FoundCode, string>({
      query: (code) => ask('find_redeem_code', { code }, quiet),
    }),
    voidRedeemBatch: build.mutation<Answer<'void_redeem_batch'>, number>({
      query: (batchId) => ask('void_redeem_batch', { batchId }, quiet),
      invalidatesTags: ['RedeemBatch'],
    }),
    voidRedeemCode: build.mutation<unknown, number>({
      query: (codeId) => ask('void_redeem_code', { codeId }, quiet),
      invalidatesTags: ['RedeemBatch'],
    }),
  }),
});

export const {
  usePreviewCodesMutation,
  useRedeemCodesMutation,
  useListRedemptionsQuery,
  useLazyListRedemptionsQuery,
  useListRedeemBatchesQuery,
  useListBatchCodesQuery,
  useCreateRedeemBatchMutation,
  useFindRedeemCodeMutation,
  useVoidRedeemBatchMutation,
  useVoidRedeemCodeMutation,
} = redeemApi;

/** The codes of a new batch as XLSX; the fault where the server refused. A file is no part of the app's state. */
export async function codeSheet(body: Body<'write_code_sheet'>): Promise<Blob | CallFault> {
  const written = await call(ask('write_code_sheet', body, { blob: true, quiet: true }));
  return written.error ?? (written.data as Blob);
}
