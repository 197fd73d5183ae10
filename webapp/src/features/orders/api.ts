// Configurations on sale, and the member's orders.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Shelf = Answer<'list_configurations'>;
/** As answered, with how far the server's clock is ahead of the browser's, ms. */
export type Stocked = Shelf & { skewMs: number };
export type Configuration = Shelf['list'][number];
export type Carrier = Configuration['free'][number]['operator'];
/** With its lines, phones and refunds. */
export type Order = Answer<'get_order'>;
export type OrderRow = Answer<'list_orders'>['list'][number];
export type Draft = Body<'create_order'>;

/** Types of an order, as the wire has them. */
export const PURCHASE = 1;
export const RENEWAL = 2;
export const UPGRADE = 3;

/** Filter and page of the orders that are listed. */
export interface OrderQuestion {
  pageNo: number;
  pageSize: number;
  type?: number | undefined;
  state?: string | undefined;
  wallet?: number | undefined;
  keyword?: string | undefined;
  /** Unix milliseconds; without a first one the server begins 90 days ago. */
  beginTime?: number | undefined;
  endTime?: number | undefined;
}

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const ordersApi = api.enhanceEndpoints({ addTagTypes: ['Shelf', 'Order'] }).injectEndpoints({
  endpoints: (build) => ({
    listConfigurations: build.query<Stocked, void>({
      query: () => ask('list_configurations', undefined, quiet),
      transformResponse: (shelf: Shelf) => ({ ...shelf, skewMs: shelf.now - Date.now() }),
      providesTags: ['Shelf'],
    }),
    createOrder: build.mutation<Answer<'create_order'>, { draft: Draft; key: string }>({
      query: ({ draft, key }) => ask('create_order', draft, { once: key, quiet: true }),
      // Shelf and orders are fetched anew after any answer: stock and prices may have changed.
      invalidatesTags: ['Shelf', 'Order'],
    }),
    listOrders: build.query<Answer<'list_orders'>, OrderQuestion>({
      query: (question) => ask('list_orders', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Order'],
    }),
    getOrder: build.query<Order, number>({
      query: (orderId) => ask('get_order', undefined, { query: { orderId }, quiet: true }),
      providesTags: ['Order'],
    }),
    cancelOrder: build.mutation<unknown, number>({
      query: (orderId) => ask('cancel_order', { orderId }, quiet),
      invalidatesTags: ['Order', 'Shelf'],
    }),
    refundOrder: build.mutation<unknown, Body<'refund_order'>>({
      query: (body) => ask('refund_order', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Order', 'Shelf', 'Phone']),
    }),
  }),
});

/** An order moved: it is asked for again where it is shown, and so are the phones and the stock behind it. */
export const orderMoved = () => ordersApi.util.invalidateTags(['Order', 'Shelf', 'Phone']);

export const {
  useListConfigurationsQuery,
  useCreateOrderMutation,
  useListOrdersQuery,
  useLazyListOrdersQuery,
  useGetOrderQuery,
  useCancelOrderMutation,
  useRefundOrderMutation,
} = ordersApi;
