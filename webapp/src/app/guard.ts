// Lets through who is signed in and may open the page; everybody else is led to where they belong.
import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { loadAccess } from '@/features/session/access';
import { goingTo, hasSession, pathOf } from './entrance';
import { paths, signInFor } from './paths';
import { lookUp } from './permitted';

export async function guard({ request }: LoaderFunctionArgs) {
  if (!(await hasSession())) return redirect(signInFor(pathOf(request)));
  const access = await loadAccess();
  if (!access) return redirect('/');
  const { pathname, search, hash } = goingTo(request);
  if (access.mustChange && pathname !== paths.accountCenter && pathname !== paths.account) {
    return replace(paths.accountSecurity);
  }
  if (pathname === '/') return replace(paths.home);
  const found = lookUp(access, pathname);
  switch (found.kind) {
    case 'page':
      return null;
    case 'leads':
      return replace(found.to + search + hash);
    case 'forbidden':
      return redirect(paths.noAccess);
    case 'unknown':
      return redirect(paths.notFound);
  }
}
