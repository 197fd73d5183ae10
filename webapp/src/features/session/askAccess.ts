// Asks the server who the signed-in member is, then which pages: each once a session.
import { store } from '@/app/store';
import { sessionApi } from './api';

const ask = async () => {
  const info = await store.dispatch(sessionApi.endpoints.getInfo.initiate());
  return { info, routers: info.error ? null : await store.dispatch(sessionApi.endpoints.getRouters.initiate()) };
};

let asking: ReturnType<typeof ask> | null = null;

/** Callers who ask meanwhile wait for the same answers. */
export function askAccess(): ReturnType<typeof ask> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
