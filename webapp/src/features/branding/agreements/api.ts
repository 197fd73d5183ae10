// Agreements: what everybody reads, what the member accepted, and what operators write.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

/** The wire's name of an agreement. */
export type AgreementKind = 'terms' | 'privacy' | 'authorization';
export type Version = Answer<'list_agreements'>['list'][number];
export type Acceptance = Answer<'list_acceptances'>['list'][number];
export type OwnAgreement = Answer<'list_own_agreements'>[number];
export type AgreementDraft = Body<'save_agreement'>;

/** Kind and version of an agreement; the version in force where none is named. */
export interface AgreementQuestion {
  kind: AgreementKind;
  version?: number;
}

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const agreementsApi = api.enhanceEndpoints({ addTagTypes: ['Agreement'] }).injectEndpoints({
  endpoints: (build) => ({
    // Read before anybody is signed in. What is in force may change at any time: each opening asks anew.
    getAgreement: build.query<Answer<'get_agreement'>, AgreementQuestion>({
      query: (question) => ask('get_agreement', undefined, { query: { ...question }, quiet: true, anonymous: true }),
      keepUnusedDataFor: 0,
    }),
    listOwnAgreements: build.query<OwnAgreement[], void>({
      query: () => ask('list_own_agreements', undefined, quiet),
      providesTags: ['Agreement'],
    }),
    listAgreements: build.query<Answer<'list_agreements'>, { pageNo: number; pageSize: number }>({
      query: (question) => ask('list_agreements', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Agreement'],
    }),
    listAcceptances: build.query<Answer<'list_acceptances'>, { id: number; pageNo: number; pageSize: number }>({
      query: (question) => ask('list_acceptances', undefined, { query: { ...question }, quiet: true }),
    }),
    saveAgreement: build.mutation<Answer<'save_agreement'>, AgreementDraft>({
      query: (draft) => ask('save_agreement', draft, quiet),
      invalidatesTags: ['Agreement'],
    }),
    publishAgreement: build.mutation<unknown, number>({
      query: (id) => ask('publish_agreement', { id }, quiet),
      invalidatesTags: ['Agreement'],
    }),
  }),
});

export const {
  useGetAgreementQuery,
  useListOwnAgreementsQuery,
  useListAgreementsQuery,
  useListAcceptancesQuery,
  useSaveAgreementMutation,
  usePublishAgreementMutation,
} = agreementsApi;
