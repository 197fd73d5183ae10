// The state of the server, as operators see it.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

export type System = Answer<'get_system'>;
export type Setting = System['settings'][number];

const systemApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSystem: build.query<System, void>({
      query: () => ask('get_system', undefined, { quiet: true }),
    }),
  }),
});

export const { useGetSystemQuery } = systemApi;
