// The routes: sign-in and "not found" are open, everything else passes the guard and is looked up in what the server permits.
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { isSignedIn, refreshSession } from '@/core/session';
import { loadAccess } from '@/features/session/access';
import { withWords } from '@/i18n';
import { PageFailed } from '@/shell/PageFailed';
import { Starting } from '@/shell/Starting';
import { BASE, paths, safeRedirect, signInFor } from './paths';

let tried = false;

/** Whether there is a session; at the start of the page one refresh by cookie is tried. Throws when the server cannot be asked. */
async function hasSession(): Promise<boolean> {
  if (isSignedIn()) return true;
  if (tried) return false;
  const refreshed = await refreshSession();
  if (refreshed.status === 'failed') throw refreshed.fault;
  tried = true;
  return refreshed.status === 'renewed';
}

function pathOf(request: Request): string {
  const { pathname, search, hash } = new URL(request.url);
  return pathname.slice(BASE.length) + search + hash;
}

async function guard({ request }: LoaderFunctionArgs) {
  const target = pathOf(request);
  if (!(await hasSession())) return redirect(signInFor(target));
  const routes = await loadAccess();
  if (!routes) return redirect(paths.signIn);
  const { pathname } = new URL(target, request.url);
  if (pathname === '/' || pathname === '') return redirect(paths.home);
  if (!routes.some((route) => route.path === pathname)) return redirect(paths.notFound);
  return null;
}

async function signedOutOnly({ request }: LoaderFunctionArgs) {
  // A server that cannot be asked is no reason to hide the sign-in page: signing in will say so.
  const signedIn = await hasSession().catch(() => false);
  return signedIn ? redirect(safeRedirect(new URL(request.url).searchParams.get('redirect'))) : null;
}

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: PageFailed,
      HydrateFallback: Starting,
      children: [
        {
          path: paths.signIn,
          loader: signedOutOnly,
          lazy: () =>
            withWords(['auth', 'shell'], async () => ({
              Component: (await import('@/features/auth/SignInPage')).SignInPage,
            })),
        },
        { path: paths.notFound, lazy: async () => ({ Component: (await import('@/shell/NotFound')).NotFound }) },
        {
          path: '*',
          loader: guard,
          // A change of the query alone (paging, another phone) asks for no new permission.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname || !isSignedIn(),
          lazy: () => withWords(['shell'], async () => ({ Component: (await import('@/shell/Frame')).Frame })),
        },
      ],
    },
  ],
  { basename: BASE },
);
