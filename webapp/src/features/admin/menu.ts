// Facts that the operators' menu shows beside its pages: how much waits for a person, and which database this is.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type OperatorMenu = Answer<'get_operator_menu'>;

const menuApi = api.enhanceEndpoints({ addTagTypes: ['Feedback', 'OperatorMenu'] }).injectEndpoints({
  endpoints: (build) => ({
    getOperatorMenu: build.query<OperatorMenu, void>({
      query: () => ask('get_operator_menu', undefined, { quiet: true }),
      providesTags: ['Feedback', 'OperatorMenu'],
    }),
  }),
});

export const { useGetOperatorMenuQuery } = menuApi;

const POLL_MS = 60_000;

/** The menu's figures, asked for again every minute while somebody looks. */
export const useOperatorMenu = (skip = false): OperatorMenu | undefined =>
  useGetOperatorMenuQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, skip }).data;
