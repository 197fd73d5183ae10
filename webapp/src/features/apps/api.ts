// Calls about the apps on phones. The list is asked for again when an operation of the member progresses, and while archives are being read.
import { useEffect } from 'react';
import { api, ask } from '@/core/api';
import { onReopened, subscribe } from '@/core/live';
import type { Answer } from '@/core/operations';
import { partsOf } from '@/features/operations/beginInParts';

export type AppList = Answer<'list_apps'>;
export type App = AppList['list'][number];
export type AppOnPhone = App['phones'][number];
export type Storage = Answer<'list_storage'>['list'][number];
/** Kinds of operations on apps. */
export type AppKind = 'startApp' | 'stopApp' | 'restartApp' | 'uninstallApp' | 'clearApp';

/** A phone with its name for people. */
export interface Named {
  id: number;
  name: string;
}

/** Pause before data of archives that were not yet read is asked for again. */
const READING_MS = 1000;
/** Time within which several progressing operations cause one request. */
const TOGETHER_MS = 300;

/** Merges answers about several phones: each app once, those on most phones first. */
export function together(answers: readonly AppList[]): AppList {
  const [only] = answers;
  if (only && answers.length === 1) return only;
  const all = new Map<string, App>();
  for (const app of answers.flatMap(({ list }) => list)) {
    const known = all.get(app.package);
    all.set(app.package, {
      package: app.package,
      label: known?.label ?? app.label,
      icon: known?.icon ?? app.icon,
      phones: [...(known?.phones ?? []), ...app.phones],
    });
  }
  return {
    phones: answers.flatMap(({ phones }) => phones),
    list: [...all.values()].sort((a, b) => b.phones.length - a.phones.length),
    reading: answers.some(({ reading }) => reading),
  };
}

const appsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listStorage: build.query<readonly Storage[], readonly number[]>({
      queryFn: async (phoneIds, _api, _options, baseQuery) => {
        const calls = partsOf(phoneIds).map((part) =>
          baseQuery(ask('list_storage', { phoneIds: part }, { quiet: true })),
        );
        const answers = await Promise.all(calls);
        // A failed call yields no storage and shows no fault: the estimate must not keep the member from trying.
        return {
          data: answers.flatMap((answer) =>
            'data' in answer ? ((answer.data as Answer<'list_storage'>).list ?? []) : [],
          ),
        };
      },
      keepUnusedDataFor: 0,
    }),
    listApps: build.query<AppList, readonly number[]>({
      // More phones than one call takes are split into parallel calls.
      queryFn: async (phoneIds, _api, _options, baseQuery) => {
        const calls = partsOf(phoneIds).map((part) => baseQuery(ask('list_apps', { phoneIds: part }, { quiet: true })));
        const answers = await Promise.all(calls);
        const lists: AppList[] = [];
        for (const answer of answers) {
          if ('error' in answer) return { error: answer.error };
          lists.push(answer.data as AppList);
        }
        return { data: together(lists) };
      },
      // Running apps change without the console, so an unused list is not cached.
      keepUnusedDataFor: 0,
    }),
  }),
});

const { useListAppsQuery, useListStorageQuery } = appsApi;

/** Storage of the phones that report it. */
export function useStorage(phoneIds: readonly number[]) {
  const query = useListStorageQuery(phoneIds, { skip: phoneIds.length === 0, refetchOnMountOrArgChange: true });
  return { known: (query.currentData ?? []).filter(({ total }) => total > 0), refetch: query.refetch };
}

/** Present apps of phones. */
export function useApps(phoneIds: readonly number[]) {
  const query = useListAppsQuery(phoneIds, { skip: phoneIds.length === 0, refetchOnMountOrArgChange: true });
  const { data, isFetching, refetch } = query;
  const reading = data?.reading === true && !isFetching;
  useEffect(() => {
    if (!reading) return;
    const timer = setTimeout(() => void refetch(), READING_MS);
    return () => clearTimeout(timer);
  }, [reading, refetch]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, TOGETHER_MS);
    };
    const stops = [subscribe('operation-changed', again), onReopened(again)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [refetch]);
  return query;
}

export const nameOf = (app: App): string => app.label ?? app.package;

/** Whether an app matches a typed search. */
export function isMeant(app: App, typed: string): boolean {
  const key = typed.trim().toLowerCase();
  return app.package.toLowerCase().includes(key) || nameOf(app).toLowerCase().includes(key);
}
