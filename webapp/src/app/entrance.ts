// Who comes: whether there is a session, and where they were going.
import { isSignedIn, refreshSession } from '@/core/session';
import { BASE } from './paths';

let tried = false;

/** Whether there is a session; at the start of the page one refresh by cookie is tried. Throws when the server cannot be asked. */
export async function hasSession(): Promise<boolean> {
  if (isSignedIn()) return true;
  if (tried) return false;
  const refreshed = await refreshSession();
  if (refreshed.status === 'failed') throw refreshed.fault;
  tried = true;
  return refreshed.status === 'renewed';
}

/** The console's own path of a navigation, with query and fragment. Requests carry no fragment; a fresh visit's stands in the address bar. */
export function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const fresh = window.location.pathname === pathname && window.location.search === search;
  return pathname.slice(BASE.length) + search + (fresh ? window.location.hash : '');
}
