// What is sent to the server, and bringing it to phones. Pieces of files go by `call` itself: nobody caches them.
import { api, ask, call } from '@/core/api';
import type { Outcome } from '@/core/http';
import type { Answer, Body } from '@/core/operations';

export type Upload = Answer<'create_upload'>;
export type Started = Answer<'install_apps'>;

const quiet = { quiet: true } as const;

export const createUpload = (body: Body<'create_upload'>, signal: AbortSignal): Promise<Outcome> =>
  call(ask('create_upload', body, quiet), signal);

export const putChunk = (uploadId: number, offset: number, piece: Blob, signal: AbortSignal): Promise<Outcome> =>
  call(ask('put_chunk', piece, { ...quiet, query: { uploadId, offset } }), signal);

export const getUpload = (uploadId: number, signal: AbortSignal): Promise<Outcome> =>
  call(ask('get_upload', undefined, { ...quiet, query: { uploadId } }), signal);

export const completeUpload = (uploadId: number, signal: AbortSignal): Promise<Outcome> =>
  call(ask('complete_upload', { uploadId }, quiet), signal);

/** Not waited for: what is not taken away goes by time. */
export const removeUpload = (uploadId: number): void =>
  void call(ask('remove_upload', { uploadId }, quiet)).catch(() => {});

const uploadsApi = api.enhanceEndpoints({ addTagTypes: ['Operation'] }).injectEndpoints({
  endpoints: (build) => ({
    install: build.mutation<Started, Body<'install_apps'>>({
      query: (body) => ask('install_apps', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Phone', { type: 'Operation', id: 'LIST' }]),
    }),
  }),
});

export const { useInstallMutation } = uploadsApi;
