// Paying an order: what a wallet shows, and how far it is.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Prepared = Answer<'pay_order'>;
export type PayAsk = Body<'pay_order'>;
export type PaymentMethod = PayAsk['way'];
export type PayStatus = Answer<'get_payment'>;

const quiet = { quiet: true } as const;

const paymentsApi = api.enhanceEndpoints({ addTagTypes: ['Order'] }).injectEndpoints({
  endpoints: (build) => ({
    payOrder: build.mutation<Prepared, PayAsk>({
      query: (body) => ask('pay_order', body, quiet),
    }),
    getPayment: build.query<PayStatus, number>({
      query: (orderId) => ask('get_payment', undefined, { query: { orderId }, quiet: true }),
      providesTags: ['Order'],
    }),
  }),
});

export const { usePayOrderMutation, useGetPaymentQuery } = paymentsApi;
