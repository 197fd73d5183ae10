// The ways in that the server offers, and with which one the page starts.
import { signInWay } from '@/core/storage';
import { lastTarget } from '../fields/sentCodes';

/** A tab of the sign-in page. */
export type SignInMethod = 'password' | 'sms' | 'email';

const ALL: readonly SignInMethod[] = ['password', 'sms', 'email'];

/** The offered tabs, in the page's order; the password alone while the server has not answered. */
export function offeredMethods(methods: readonly string[] | undefined): SignInMethod[] {
  const offered = ALL.filter((way) => methods?.includes(way));
  return offered.length > 0 ? offered : ['password'];
}

/** Tab that each `loginWay` of the operator means: by phone is by password on a phone number. */
const meant: Record<string, SignInMethod> = { phone: 'password', password: 'password', sms: 'sms', email: 'email' };

/** The tab to start with: the one whose code is on its way, the one last used here, the operator's, the first. */
export function initialMethod(
  ways: readonly SignInMethod[],
  loginWay: string | undefined,
  nowMs: number,
): SignInMethod {
  const waiting = lastTarget('login', 'phone', nowMs) ? 'sms' : lastTarget('login', 'email', nowMs) ? 'email' : null;
  const wanted = [waiting, signInWay.get(), loginWay ? meant[loginWay] : null];
  for (const want of wanted) {
    const found = ways.find((way) => way === want);
    if (found) return found;
  }
  return ways[0] ?? 'password';
}
