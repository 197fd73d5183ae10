// Guards pages: members who are signed in and may open the page pass, all others are redirected.
import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { loadAccess } from '@/features/session/access';
import { goingTo, hasSession, pathOf, refuse } from './entrance';
import { matchRoute } from './matchRoute';
import { paths, signInFor } from './paths';

/** The pages that say that there is no such page, or not for this member: inside the frame for whoever is signed in, open to everybody. */
export const isRefusal = (pathname: string): boolean => pathname === paths.notFound || pathname === paths.noAccess;

export async function guard({ request }: LoaderFunctionArgs) {
  if (isRefusal(goingTo(request).pathname)) {
    // While the server cannot be reached these pages stay open.
    if (await hasSession().catch(() => false)) await loadAccess();
    return null;
  }
  if (!(await hasSession())) return redirect(signInFor(pathOf(request)));
  const access = await loadAccess();
  if (!access) return redirect('/');
  const { pathname, search, hash } = goingTo(request);
  if (access.mustChange && pathname !== paths.accountCenter && pathname !== paths.account) {
    return replace(paths.accountSecurity);
  }
  if (pathname === '/') return replace(paths.home);
  const found = matchRoute(access, pathname);
  switch (found.kind) {
    case 'page':
      found.route.ask?.(search);
      return null;
    case 'leads':
      return replace(found.to + search + hash);
    case 'forbidden':
      refuse(pathname + search);
      return redirect(paths.noAccess);
    case 'unknown':
      refuse(pathname + search);
      return redirect(paths.notFound);
  }
}
