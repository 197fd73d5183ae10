// Orders of all members, refunds to decide, payments that fit nothing, the wallets' bills, and the ledger, as operators see them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type OwnedOrder = Answer<'list_all_orders'>['list'][number];
export type AnyOrder = Answer<'get_any_order'>;
export type RefundRow = Answer<'list_refunds'>['list'][number];
export type RefundCase = Answer<'get_refund'>;
export type Mismatch = Answer<'list_mismatches'>['list'][number];
export type WalletBills = Answer<'list_bills'>[number];
export type BillDay = WalletBills['days'][number];
export type Difference = Answer<'list_bill_differences'>['list'][number];
export type LedgerLine = Answer<'list_ledger'>['list'][number];
export type AccountSum = Answer<'sum_ledger'>[number];

interface Paged {
  pageNo: number;
  pageSize: number;
}
/** Filter of the orders, as the address has it. */
export type OrdersFilter = Record<string, string>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const deskApi = api
  .enhanceEndpoints({ addTagTypes: ['DeskOrder', 'DeskRefund', 'Mismatch', 'Bill', 'OperatorMenu'] })
  .injectEndpoints({
    endpoints: (build) => ({
      listAllOrders: build.query<Answer<'list_all_orders'>, Paged & { filter: OrdersFilter }>({
        query: ({ filter, ...page }) =>
          ask('list_all_orders', undefined, { query: { ...page, ...filter }, quiet: true }),
        providesTags: ['DeskOrder'],
      }),
      getAnyOrder: build.query<AnyOrder, number>({
        query: (orderId) => ask('get_any_order', undefined, { query: { orderId }, quiet: true }),
        providesTags: ['DeskOrder'],
      }),
      listRefunds: build.query<
        Answer<'list_refunds'>,
        Paged & { state?: RefundRow['refund']['state']; keyword?: string }
      >({
        query: (question) => ask('list_refunds', undefined, { query: { ...question }, quiet: true }),
        providesTags: ['DeskRefund'],
      }),
      getRefund: build.query<RefundCase, string>({
        query: (refundNo) => ask('get_refund', undefined, { query: { refundNo }, quiet: true }),
        providesTags: ['DeskRefund'],
      }),
      decideRefund: build.mutation<unknown, Body<'decide_refund'>>({
        query: (body) => ask('decide_refund', body, quiet),
        // Refunds and orders are fetched anew after any answer: another operator may have decided the refund.
        invalidatesTags: ['DeskRefund', 'DeskOrder', 'OperatorMenu'],
      }),
      listMismatches: build.query<Answer<'list_mismatches'>, Paged & { handled?: boolean }>({
        query: (question) => ask('list_mismatches', undefined, { query: { ...question }, quiet: true }),
        providesTags: ['Mismatch'],
      }),
      handleMismatch: build.mutation<unknown, Body<'handle_mismatch'>>({
        query: (body) => ask('handle_mismatch', body, quiet),
        invalidatesTags: ['Mismatch'],
      }),
      listBills: build.query<WalletBills[], void>({
        query: () => ask('list_bills', undefined, quiet),
        providesTags: ['Bill'],
      }),
      listBillDifferences: build.query<Answer<'list_bill_differences'>, Paged & { solved?: boolean }>({
        query: (question) => ask('list_bill_differences', undefined, { query: { ...question }, quiet: true }),
        providesTags: ['Bill'],
      }),
      compareBill: build.mutation<unknown, Body<'compare_bill'>>({
        query: (body) => ask('compare_bill', body, quiet),
        invalidatesTags: ['Bill', 'DeskOrder'],
      }),
      solveBillDifference: build.mutation<unknown, Body<'solve_bill_difference'>>({
        query: (body) => ask('solve_bill_difference', body, quiet),
        invalidatesTags: ['Bill'],
      }),
      listLedger: build.query<Answer<'list_ledger'>, Paged & { filter: Record<string, string> }>({
        query: ({ filter, ...page }) => ask('list_ledger', undefined, { query: { ...page, ...filter }, quiet: true }),
      }),
      sumLedger: build.query<AccountSum[], Record<string, string>>({
        query: (query) => ask('sum_ledger', undefined, { query, quiet: true }),
      }),
    }),
  });

export const {
  useListAllOrdersQuery,
  useGetAnyOrderQuery,
  useListRefundsQuery,
  useGetRefundQuery,
  useDecideRefundMutation,
  useListMismatchesQuery,
  useHandleMismatchMutation,
  useListBillsQuery,
  useListBillDifferencesQuery,
  useCompareBillMutation,
  useSolveBillDifferenceMutation,
  useListLedgerQuery,
  useSumLedgerQuery,
} = deskApi;
