// Feedback: what members send, and what operators read and answer.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Feedback = Answer<'list_feedback'>['list'][number];

export interface InboxQuestion {
  pageNo: number;
  pageSize: number;
  /** Undefined: all. */
  answered: boolean | undefined;
}

const feedbackApi = api.enhanceEndpoints({ addTagTypes: ['Feedback'] }).injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation<Answer<'send_feedback'>, Body<'send_feedback'>>({
      query: (body) => ask('send_feedback', body, { quiet: true }),
    }),
    listFeedback: build.query<Answer<'list_feedback'>, InboxQuestion>({
      query: ({ answered, ...page }) =>
        ask('list_feedback', undefined, {
          query: { ...page, ...(answered === undefined ? {} : { answered }) },
          quiet: true,
        }),
      providesTags: ['Feedback'],
    }),
    getFeedback: build.query<Feedback, number>({
      query: (id) => ask('get_feedback', undefined, { path: { id }, quiet: true }),
      providesTags: ['Feedback'],
    }),
    // Refused because somebody was faster, the answer that counts is there to be read.
    answerFeedback: build.mutation<unknown, Body<'answer_feedback'>>({
      query: (body) => ask('answer_feedback', body, { quiet: true }),
      invalidatesTags: ['Feedback'],
    }),
  }),
});

export const { useSendFeedbackMutation, useListFeedbackQuery, useGetFeedbackQuery, useAnswerFeedbackMutation } =
  feedbackApi;
