// The member's files on the server: listed with the space that they take, taken away.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import { TUS_HEADERS } from '@/core/tus';

export type CloudPage = Answer<'list_cloud_files'>;
export type CloudFile = CloudPage['list'][number];

export interface CloudQuestion {
  pageNo: number;
  pageSize: number;
  kind?: 'app' | 'file';
  keyword?: string;
}

const cloudApi = api.enhanceEndpoints({ addTagTypes: ['CloudFile', 'Operation'] }).injectEndpoints({
  endpoints: (build) => ({
    listCloudFiles: build.query<CloudPage, CloudQuestion>({
      query: (question) => ask('list_cloud_files', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['CloudFile'],
    }),
    removeCloudFile: build.mutation<unknown, number>({
      query: (uploadId) => ask('remove_upload', undefined, { quiet: true, path: { uploadId }, headers: TUS_HEADERS }),
      invalidatesTags: ['CloudFile', 'Operation'],
    }),
  }),
});

export const { useListCloudFilesQuery, useRemoveCloudFileMutation } = cloudApi;

/** Tells the lists that a file has come. */
export const cloudChanged = () => cloudApi.util.invalidateTags(['CloudFile']);

export const nameOf = ({ app, name }: CloudFile): string => (app ? `${app.label} ${app.versionName}`.trim() : name);
