// Webhooks of the signed-in member. Each dialog says itself what was refused.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Webhook = Answer<'list_webhooks'>['list'][number];
export type Delivery = Answer<'list_deliveries'>['list'][number];
export type Tested = Answer<'test_webhook'>;
export type DeliveriesAsked = { webhookId: number; state?: Delivery['state']; pageNo: number; pageSize: number };

const inPlace = { quiet: true } as const;

const webhookApi = api.enhanceEndpoints({ addTagTypes: ['Webhook', 'Delivery'] }).injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<Answer<'list_webhooks'>, void>({
      query: () => ask('list_webhooks', undefined, inPlace),
      providesTags: ['Webhook'],
    }),
    // A secret is kept by nobody, and not by the cache either.
    createWebhook: build.mutation<Answer<'create_webhook'>, Body<'create_webhook'>>({
      query: (body) => ask('create_webhook', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Webhook']),
    }),
    updateWebhook: build.mutation<unknown, Body<'update_webhook'>>({
      query: (body) => ask('update_webhook', body, inPlace),
      invalidatesTags: (_, error) => (error ? [] : ['Webhook']),
    }),
    removeWebhook: build.mutation<unknown, Body<'remove_webhook'>>({
      query: (body) => ask('remove_webhook', body),
      // A webhook that was removed meanwhile is refused, and the list is old either way.
      invalidatesTags: ['Webhook'],
    }),
    rotateWebhook: build.mutation<Answer<'rotate_webhook'>, Body<'rotate_webhook'>>({
      query: (body) => ask('rotate_webhook', body),
      invalidatesTags: ['Webhook'],
    }),
    pauseWebhook: build.mutation<unknown, Body<'pause_webhook'>>({
      query: (body) => ask('pause_webhook', body),
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
    resumeWebhook: build.mutation<unknown, Body<'resume_webhook'>>({
      query: (body) => ask('resume_webhook', body),
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
    testWebhook: build.mutation<Tested, Body<'test_webhook'>>({
      query: (body) => ask('test_webhook', body),
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
    listDeliveries: build.query<Answer<'list_deliveries'>, DeliveriesAsked>({
      query: (query) => ask('list_deliveries', undefined, { ...inPlace, query }),
      providesTags: ['Delivery'],
    }),
    redeliverEvent: build.mutation<unknown, Body<'redeliver_event'>>({
      query: (body) => ask('redeliver_event', body),
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useUpdateWebhookMutation,
  useRemoveWebhookMutation,
  useRotateWebhookMutation,
  usePauseWebhookMutation,
  useResumeWebhookMutation,
  useTestWebhookMutation,
  useListDeliveriesQuery,
  useRedeliverEventMutation,
} = webhookApi;
