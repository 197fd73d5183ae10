// Every page's path, once. The router adds the base (/app); what the address bar shows of a page is made here.

import { below } from '@/core/base';

export const BASE = below('/app');

export const paths = {
  home: '/index',
  signIn: '/login',
  register: '/register',
  reset: '/restpassword',
  socialSignIn: '/social-login',
  /** Where other providers may lead back to as well. */
  authRedirect: '/auth-redirect',
  bind: '/bind',
  notFound: '/404',
  noAccess: '/401',
  /** Followed by a path: opens that page afresh. */
  redirect: '/redirect',
  /** Page that shows what the browser can do; open, so that a visitor who cannot sign in may look. */
  browser: '/browser',
  /** A phone inside somebody else's page; open, for its ticket says who. */
  embedded: '/play/embedded',
  /** A phone behind an owner's link; open, for the token behind it says which. */
  sharedPhone: '/sharePhoneVideo',
  sharedClip: '/shareVideo',
  /** A trial of an app behind an owner's link; open in the same way. */
  sharedTrial: '/shareGame',
  notices: '/notice',
  /** Above all pages of operators. */
  operator: '/operator',
  announcements: '/operator/announcements',
  /** One message; its id is in the query. */
  seeNotice: '/seeNotice',
  feedbackInbox: '/operator/feedback',
  account: '/setting/account',
  about: '/setting/about',
  customer: '/setting/customer',
  agreements: '/operator/agreements',
  maintenance: '/operator/maintenance',
  operatorPhones: '/operator/phones',
  hosts: '/operator/hosts',
  overview: '/operator/overview',
  system: '/operator/system',
  market: '/operator/market',
  branding: '/operator/branding',
  signInDesk: '/operator/sign-in',
  dictionaries: '/operator/dictionaries',
  config: '/operator/config',
  members: '/operator/members',
  member: (memberId: number): string => `/operator/members?id=${memberId}`,
  roles: '/operator/roles',
  audit: '/operator/audit',
  accountCenter: '/personalCenter/accountCenter',
  /** Where the password is changed and accounts elsewhere are linked. */
  accountSecurity: '/personalCenter/accountCenter?tab=security',
  uploads: '/uploadRecords',
  buy: '/payManage',
  renew: '/renewManage',
  orders: '/orderRecords',
  sharing: '/empowerPhoneList',
  keyAccount: '/keyAccount',
  redeem: '/redemptionCode',
  redeemCodes: '/operator/redeemCodes',
  prices: '/operator/prices',
  allOrders: '/operator/orders',
  refunds: '/operator/refunds',
  mismatches: '/operator/mismatches',
  bills: '/operator/bills',
  ledger: '/operator/ledger',
  recycleBin: '/recycleBin',
  group: (phoneIds: readonly number[], master: number): string =>
    `/groupControl?ids=${phoneIds.join()}&master=${master}`,
  play: (phoneId: number, mode?: 'view'): string => `/play?phoneId=${phoneId}${mode ? `&mode=${mode}` : ''}`,
} as const;

/** Whether an address is one of the pages that are embedded in other sites. */
export const isEmbedded = (pathname: string): boolean => pathname === `${BASE}${paths.embedded}`;

/** The sign-in page that leads back to the full path where the member was going. */
export function signInFor(target: string): string {
  return `${paths.signIn}?redirect=${encodeURIComponent(target || '/')}`;
}

/** An open page that leads on to where the member was going. */
export const withRedirect = (path: string, redirect: string | null): string =>
  redirect ? `${path}?redirect=${encodeURIComponent(redirect)}` : path;

const isOpen = (path: string) =>
  /^\/(login|register|restpassword|social-login|auth-redirect|bind|redirect|browser|play\/embedded|sharePhoneVideo|shareVideo|shareGame|404|401)(\/|$)/.test(
    path,
  );

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
  if (url.origin !== origin || pathname.startsWith('//') || isOpen(pathname) || !isReadable(pathname))
    return paths.home;
  return pathname + url.search + url.hash;
}

/** `/redirect/index?q=1` → `/index?q=1`: the page that a `/redirect` address opens afresh; home when it names none of this console. */
export const redirectTarget = (target: string, origin?: string): string =>
  safeRedirect(target.slice(paths.redirect.length), origin);

/** Whether each `%` of a path begins a character. The router cannot decode any other path: it would say so in the console and match nothing. */
export function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

const hasControl = (text: string) => [...text].some((char) => char.charCodeAt(0) < 0x20 || char === '\\');
