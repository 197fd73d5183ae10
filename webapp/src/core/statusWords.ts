// Operator's names for the statuses of phones, where another name than the product's own was chosen (the dictionary `phone_status`).
// The names are held outside of the store: hundreds of cards read them, and they change once, when the answer comes.
import { useSyncExternalStore } from 'react';
import { api, ask } from './api';
import type { Answer } from './operations';

type Words = ReadonlyMap<number, string>;

let words: Words = new Map();
const readers = new Set<() => void>();

export function setStatusWords(next: Words): void {
  words = next;
  for (const read of readers) read();
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

/** The names by status code; empty until they are there. */
export const useStatusWords = (): Words => useSyncExternalStore(subscribe, () => words);

const dictionaryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatusWords: build.query<Answer<'get_dictionary'>, void>({
      query: () => ask('get_dictionary', undefined, { quiet: true, query: { type: 'phone_status' } }),
      keepUnusedDataFor: 3600,
      onQueryStarted: async (_, { queryFulfilled }) => {
        const rows: unknown = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        // The product's own names stay where there is no answer, or one of another shape.
        if (!Array.isArray(rows)) return;
        setStatusWords(
          new Map((rows as Answer<'get_dictionary'>).map(({ value, label }) => [Number(value), label] as const)),
        );
      },
    }),
  }),
});

/** Loads the names once; called by the frame of the console. */
export const useLoadStatusWords = () => void dictionaryApi.useGetStatusWordsQuery();
