// Every page's path, once. The router adds the base (/app); what the address bar shows of a page is made here.

export const BASE = '/app';

export const paths = {
  home: '/index',
  signIn: '/login',
  notFound: '/404',
  play: (phoneId: number, mode?: 'view'): string => `/play?phoneId=${phoneId}${mode ? `&mode=${mode}` : ''}`,
} as const;

/** The sign-in page that leads back to where the member was going. */
export function signInFor(target: string): string {
  return target === '/' || target === paths.home
    ? paths.signIn
    : `${paths.signIn}?redirect=${encodeURIComponent(target)}`;
}

const isOpen = (path: string) => /^\/(login|404)(\/|$)/.test(path);

/**
 * Where to go after sign-in: the `redirect` parameter if it names a page of this console, else home.
 * Parsed the way the browser would, so that nothing that looks like a path can lead to another origin.
 */
export function safeRedirect(wanted: string | null, origin = window.location.origin): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControl(wanted)) return paths.home;
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return paths.home;
  }
  // Addresses copied from the address bar carry the base; the router adds it again.
  const pathname = url.pathname.startsWith(`${BASE}/`) ? url.pathname.slice(BASE.length) : url.pathname;
  if (url.origin !== origin || pathname.startsWith('//') || isOpen(pathname)) return paths.home;
  return pathname + url.search + url.hash;
}

const hasControl = (text: string) => [...text].some((char) => char.charCodeAt(0) < 0x20 || char === '\\');
