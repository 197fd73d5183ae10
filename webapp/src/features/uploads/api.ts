// Files that are sent to the server, and bringing them to phones. Uploads go by `call` itself: nobody caches them.
import { api, ask, call } from '@/core/api';
import type { Outcome } from '@/core/http';
import type { Answer, Body } from '@/core/operations';
import { creationHeaders, TUS_HEADERS } from '@/core/tus';

export type Upload = Answer<'create_upload'>;
export type Started = Answer<'install_apps'>;

const quiet = { quiet: true } as const;

export const createUpload = (set: string, file: File, signal: AbortSignal): Promise<Outcome> =>
  call(
    ask('create_upload', undefined, { ...quiet, headers: creationHeaders(file.size, { filename: file.name, set }) }),
    signal,
  );

export const getUpload = (uploadId: number, signal: AbortSignal): Promise<Outcome> =>
  call(ask('get_upload', undefined, { ...quiet, query: { uploadId } }), signal);

/** Not waited for: what is not taken away goes by time. */
export const removeUpload = (uploadId: number): void =>
  void call(ask('remove_upload', undefined, { ...quiet, path: { uploadId }, headers: TUS_HEADERS })).catch(() => {});

const uploadsApi = api.enhanceEndpoints({ addTagTypes: ['Operation', 'CloudFile'] }).injectEndpoints({
  endpoints: (build) => ({
    install: build.mutation<Started, Body<'install_apps'>>({
      query: (body) => ask('install_apps', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Phone', 'CloudFile', { type: 'Operation', id: 'LIST' }]),
    }),
  }),
});

export const { useInstallMutation } = uploadsApi;
