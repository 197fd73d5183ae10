// Dictionaries and configuration as operators change them, and the tables that they take away.
import { api, ask, call } from '@/core/api';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';

export type Entry = Answer<'list_dictionary_entries'>['rows'][number];
export type DictionaryType = Answer<'list_dictionary_types'>[number];
export type Setting = Answer<'list_config'>['rows'][number];
export type EntryBody = Body<'create_dictionary_entry'>;
export type ConfigBody = Body<'create_config'>;

export interface ConfigQuestion {
  pageNum: number;
  pageSize: number;
  keyword?: string;
  configType?: 'Y' | 'N';
}

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const adminApi = api.enhanceEndpoints({ addTagTypes: ['Dictionary', 'Config'] }).injectEndpoints({
  endpoints: (build) => ({
    listDictionaryTypes: build.query<DictionaryType[], void>({
      query: () => ask('list_dictionary_types', undefined, quiet),
      providesTags: ['Dictionary'],
    }),
    listEntries: build.query<
      Answer<'list_dictionary_entries'>,
      { pageNum: number; pageSize: number; dictType: string }
    >({
      query: (question) => ask('list_dictionary_entries', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Dictionary'],
    }),
    createEntry: build.mutation<unknown, EntryBody>({
      query: (body) => ask('create_dictionary_entry', body, quiet),
      invalidatesTags: ['Dictionary'],
    }),
    updateEntry: build.mutation<unknown, EntryBody>({
      query: (body) => ask('update_dictionary_entry', body, quiet),
      invalidatesTags: ['Dictionary'],
    }),
    removeEntry: build.mutation<unknown, number>({
      query: (dictCodes) => ask('remove_dictionary_entries', undefined, { path: { dictCodes }, quiet: true }),
      invalidatesTags: ['Dictionary'],
    }),
    listConfig: build.query<Answer<'list_config'>, ConfigQuestion>({
      query: (question) => ask('list_config', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Config'],
    }),
    createConfig: build.mutation<unknown, ConfigBody>({
      query: (body) => ask('create_config', body, quiet),
      invalidatesTags: ['Config'],
    }),
    updateConfig: build.mutation<unknown, ConfigBody>({
      query: (body) => ask('update_config', body, quiet),
      invalidatesTags: ['Config'],
    }),
    removeConfig: build.mutation<unknown, number>({
      query: (configIds) => ask('remove_config', undefined, { path: { configIds }, quiet: true }),
      invalidatesTags: ['Config'],
    }),
    clearConfigCache: build.mutation<unknown, void>({
      query: () => ask('clear_config_cache', undefined, quiet),
      invalidatesTags: ['Config'],
    }),
  }),
});

export const {
  useListDictionaryTypesQuery,
  useListEntriesQuery,
  useCreateEntryMutation,
  useUpdateEntryMutation,
  useRemoveEntryMutation,
  useListConfigQuery,
  useCreateConfigMutation,
  useUpdateConfigMutation,
  useRemoveConfigMutation,
  useClearConfigCacheMutation,
} = adminApi;

export type Exported =
  | 'export_dictionary_entries'
  | 'export_config'
  | 'export_members'
  | 'export_audit'
  | 'export_orders'
  | 'export_phones'
  | 'get_import_template';

/** Exports what is filtered and fetches the file, under its own name; the fault where one of the calls failed. */
export async function exported(
  operation: Exported,
  query: Record<string, string>,
): Promise<{ name: string; file: Blob } | CallFault> {
  const made = await call(ask(operation, undefined, { query, quiet: true }));
  if (made.error) return made.error;
  const { fileName } = made.data as Answer<Exported>;
  const taken = await call(ask('take_export', undefined, { query: { fileName }, blob: true, quiet: true }));
  if (taken.error) return taken.error;
  return { name: fileName.slice(fileName.lastIndexOf('_') + 1), file: taken.data as Blob };
}
