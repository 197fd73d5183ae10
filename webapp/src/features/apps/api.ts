// What is installed on phones. It is asked again when an operation of the member moves, and while archives are being read.
import { useEffect } from 'react';
import { api, ask } from '@/core/api';
import { onReopened, subscribe } from '@/core/live';
import type { Answer } from '@/core/operations';
import { partsOf } from '@/features/operations/beginInParts';

export type AppList = Answer<'list_apps'>;
export type App = AppList['list'][number];
export type AppOnPhone = App['phones'][number];
export type Storage = Answer<'list_storage'>['list'][number];
/** What can be done with apps, by the operation's kind. */
export type AppKind = 'startApp' | 'stopApp' | 'restartApp' | 'uninstallApp' | 'clearApp';

/** A phone by what people call it. */
export interface Named {
  id: number;
  name: string;
}

/** Pause before the facts of archives that were not read in time are asked for. */
const READING_MS = 1000;
/** What moves within this time is asked for once. */
const TOGETHER_MS = 300;

/** Answers about several phones as one: each app once, those that most phones have first. */
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
        // What is told beforehand keeps nobody from trying: a call that failed tells nothing.
        return {
          data: answers.flatMap((answer) =>
            'data' in answer ? ((answer.data as Answer<'list_storage'>).list ?? []) : [],
          ),
        };
      },
      keepUnusedDataFor: 0,
    }),
    listApps: build.query<AppList, readonly number[]>({
      // More phones than one call takes are asked for in several, side by side.
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
      // What runs changes by itself: a list that nobody looks at is worth nothing.
      keepUnusedDataFor: 0,
    }),
  }),
});

const { useListAppsQuery, useListStorageQuery } = appsApi;

/** The space of those phones that tell it. */
export function useStorage(phoneIds: readonly number[]) {
  const query = useListStorageQuery(phoneIds, { skip: phoneIds.length === 0, refetchOnMountOrArgChange: true });
  return { known: (query.currentData ?? []).filter(({ total }) => total > 0), refetch: query.refetch };
}

/** The apps of phones, as they are now. */
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

/** Whether an app is meant by what was typed. */
export function isMeant(app: App, typed: string): boolean {
  const key = typed.trim().toLowerCase();
  return app.package.toLowerCase().includes(key) || nameOf(app).toLowerCase().includes(key);
}
