// The audit as operators read it. Nothing changes it.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type Recorded = Answer<'list_audit'>['rows'][number];

/** Query of the list, under the parameter names of the call. */
export type AuditQuestion = Record<string, string | number>;

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<Answer<'list_audit'>, AuditQuestion>({
      query: (question) => ask('list_audit', undefined, { query: question, quiet: true }),
    }),
    listAuditActions: build.query<Answer<'list_audit_actions'>, void>({
      query: () => ask('list_audit_actions', undefined, { quiet: true }),
    }),
  }),
});

export const { useListAuditQuery, useListAuditActionsQuery } = auditApi;
