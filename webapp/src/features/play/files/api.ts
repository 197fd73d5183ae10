// Calls about a phone's files. Refusals are quiet here: the screen shows them in place.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Listing = Answer<'list_files'>;
export type Entry = Listing['list'][number];
export type SortKey = 'name' | 'size' | 'time';
export type Deleted = Answer<'delete_files'>;

interface Place {
  phoneId: number;
  path: string;
  sort: SortKey;
}

const filesApi = api.enhanceEndpoints({ addTagTypes: ['File'] }).injectEndpoints({
  endpoints: (build) => ({
    listFiles: build.query<Listing, Place>({
      query: (query) => ask('list_files', undefined, { query: { ...query }, quiet: true }),
      // The phone's files change without the console, so a list is not cached.
      keepUnusedDataFor: 0,
      providesTags: ['File'],
    }),
    createFolder: build.mutation<boolean, Body<'create_folder'>>({
      query: (body) => ask('create_folder', body, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['File']),
    }),
    moveFile: build.mutation<boolean, Body<'move_file'>>({
      query: (body) => ask('move_file', body, { quiet: true }),
      invalidatesTags: (_, error) => (error ? [] : ['File']),
    }),
    deleteFiles: build.mutation<Deleted, Body<'delete_files'>>({
      query: (body) => ask('delete_files', body, { quiet: true }),
      invalidatesTags: ['File'],
    }),
  }),
});

export const { useListFilesQuery, useCreateFolderMutation, useMoveFileMutation, useDeleteFilesMutation } = filesApi;
