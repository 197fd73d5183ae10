// The routes: the pages of getting in and the refusals are open, everything else passes the guard and is looked up in what the server permits.
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import { isSignedIn } from '@/core/session';
import { askAccess } from '@/features/session/askAccess';
import { withWords } from '@/i18n';
import { viewRefreshed } from '@/shell/slice';
import { PageFailed } from '@/shell/states/PageFailed';
import { Starting } from '@/shell/states/Starting';
import { goingTo, hasSession, leaveUnreadable, pathOf } from './entrance';
import { homePage } from './homePage';
import { BASE, paths, redirectTarget, safeRedirect } from './paths';
import { store } from './store';

async function signedOutOnly({ request }: LoaderFunctionArgs) {
  // A server that cannot be asked is no reason to hide the sign-in page: signing in will say so.
  const signedIn = await hasSession().catch(() => false);
  return signedIn ? redirect(safeRedirect(new URL(request.url).searchParams.get('redirect'))) : null;
}

/** A page that is open to everybody. The session is looked up all the same, because page views without one are not reported to the server. */
async function anybody() {
  await hasSession().catch(() => false);
  return null;
}

/**
 * Pages behind the sign-in are nothing that the sign-in page has to load: their code comes now, while the server is asked for the
 * data that the code will need, and the page that most visits begin with is on its way.
 */
async function guarded(call: LoaderFunctionArgs) {
  const { pathname } = goingTo(call.request);
  const page = pathname === '/' || pathname === paths.home ? homePage() : null;
  const asked = hasSession().then((signedIn) => (signedIn ? askAccess() : null));
  // A failure of these early calls is ignored: the guard and the page repeat them and show their own failures.
  for (const early of [page, asked]) early?.catch(() => {});
  return (await import('./console')).guard(call);
}

/** `/redirect/{path}` opens that page afresh: whatever its tab kept is dropped. */
function openAfresh({ request }: LoaderFunctionArgs) {
  const target = redirectTarget(pathOf(request));
  store.dispatch(viewRefreshed(new URL(target, request.url).pathname));
  return replace(target);
}

const signInWords = ['auth'] as const;
const entryWords = [...signInWords, 'entry'] as const;
const entry = (path: string, load: () => Promise<RouteObject['Component']>, loader?: RouteObject['loader']) => ({
  path,
  ...(loader ? { loader } : {}),
  lazy: () => withWords(path === paths.signIn ? signInWords : entryWords, async () => ({ Component: await load() })),
});

const back = () => import('@/features/auth/social/SocialReturnPage').then((page) => page.SocialReturnPage);

leaveUnreadable();

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: PageFailed,
      HydrateFallback: Starting,
      children: [
        entry(
          paths.signIn,
          () => import('@/features/auth/signIn/SignInPage').then((page) => page.SignInPage),
          signedOutOnly,
        ),
        entry(
          paths.register,
          () => import('@/features/auth/register/RegisterPage').then((page) => page.RegisterPage),
          signedOutOnly,
        ),
        entry(paths.reset, () => import('@/features/auth/reset/ResetPage').then((page) => page.ResetPage), anybody),
        entry(paths.bind, () => import('@/features/auth/social/BindPage').then((page) => page.BindPage), anybody),
        entry(paths.socialSignIn, back),
        entry(paths.authRedirect, back),
        {
          path: paths.browser,
          loader: anybody,
          lazy: () =>
            withWords(['shell', 'browser'], async () => ({
              Component: (await import('@/features/play/browser/BrowserPage')).BrowserPage,
            })),
        },
        {
          path: paths.embedded,
          lazy: () =>
            withWords(['shell', 'ui', 'phones', 'play'], async () => ({
              Component: (await import('@/features/play/embed/EmbeddedPage')).EmbeddedPage,
            })),
        },
        {
          path: `${paths.sharedPhone}/:token?`,
          lazy: () =>
            withWords(['shell', 'ui', 'phones', 'play', 'links'], async () => ({
              Component: (await import('@/features/sharing/links/SharedPhone')).SharedPhone,
            })),
        },
        {
          path: `${paths.sharedClip}/:token?`,
          lazy: () =>
            withWords(['shell', 'ui', 'links'], async () => ({
              Component: (await import('@/features/sharing/links/SharedClip')).SharedClip,
            })),
        },
        {
          path: `${paths.sharedTrial}/:token?`,
          lazy: () =>
            withWords(['shell', 'ui', 'phones', 'play', 'links'], async () => ({
              Component: (await import('@/features/sharing/links/SharedTrial')).SharedTrial,
            })),
        },
        // Nothing is rendered before the redirect.
        { path: `${paths.redirect}/*`, loader: openAfresh, element: null },
        {
          path: '*',
          loader: guarded,
          // A change of the query alone (paging, another phone) asks for no new permission.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname || !isSignedIn(),
          lazy: () => withWords(['shell'], async () => ({ Component: (await import('./console')).Entered })),
        },
      ],
    },
  ],
  { basename: BASE },
);
