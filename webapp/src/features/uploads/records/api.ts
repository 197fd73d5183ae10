// Upload records: asked again whenever a batch of the member moves.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type RecordPage = Answer<'list_upload_records'>;
export type UploadRecord = RecordPage['list'][number];

export interface RecordQuestion {
  pageNo: number;
  pageSize: number;
  outcome?: UploadRecord['outcome'];
  kind?: 'installApp' | 'pushFile';
  keyword?: string;
}

const recordsApi = api.enhanceEndpoints({ addTagTypes: ['Operation'] }).injectEndpoints({
  endpoints: (build) => ({
    listUploadRecords: build.query<RecordPage, RecordQuestion>({
      query: (question) => ask('list_upload_records', undefined, { query: { ...question }, quiet: true }),
      providesTags: [{ type: 'Operation', id: 'LIST' }],
    }),
  }),
});

export const { useListUploadRecordsQuery } = recordsApi;
