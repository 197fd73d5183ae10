// The state of a visit: whether there is a session, and which page it leads to.
import { isSignedIn, refreshSession } from '@/core/session';
import { BASE, isReadable, paths } from './paths';

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

/** Puts "not found" in the place of an address that the router could not decode (`/app/%`): before the router is made, for it looks at once. */
export function leaveUnreadable(): void {
  if (!isReadable(window.location.pathname)) window.history.replaceState(null, '', BASE + paths.notFound);
}

/**
 * Where a navigation leads inside the console. Requests carry no fragment; a fresh visit's stands in the address bar.
 * The path may begin with two slashes: it is never parsed as an address again, for that would take its first word for a host.
 */
export function goingTo(request: Request): { pathname: string; search: string; hash: string } {
  const { pathname, search } = new URL(request.url);
  const fresh = window.location.pathname === pathname && window.location.search === search;
  return { pathname: pathname.slice(BASE.length) || '/', search, hash: fresh ? window.location.hash : '' };
}

/** Path, query and fragment as one string. */
export function pathOf(request: Request): string {
  const { pathname, search, hash } = goingTo(request);
  return pathname + search + hash;
}

/** The address that was refused last; the page that shows the refusal has an address of its own. */
let refused: string | null = null;

export const refuse = (address: string): void => {
  refused = address;
};

export const refusedAddress = (): string | null => refused;
