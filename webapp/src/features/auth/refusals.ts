// What the server's refusals mean to the forms of getting in.
import type { CallFault } from '@/core/http';

/** The codes that a form answers with more than their words. */
export const Refused = {
  /** The picture was solved wrongly, or it was used up. */
  captchaWrong: 1002000004,
  /** A picture must be solved first. */
  captcha: 1002000005,
  /** Too many tries. */
  limit: 1002000429,
  /** No more codes for this number today. */
  dailyCap: 1002014004,
  /** The last code was sent a moment ago. */
  tooSoon: 1002014005,
  /** The code was right, but the number has no account. */
  unregistered: 1004001001,
  /** The number has an account. */
  registered: 1004001002,
} as const;

const field = (fault: CallFault, name: string): unknown =>
  typeof fault.data === 'object' && fault.data !== null ? (fault.data as Record<string, unknown>)[name] : undefined;

/** How long the server asks to wait, in milliseconds; null when it does not. */
export function waitOf(fault: CallFault): number | null {
  const wait = field(fault, 'retryAfterMs');
  return typeof wait === 'number' && Number.isFinite(wait) && wait > 0 ? wait : null;
}

/** Whether a picture must be solved before the next try. */
export const wantsCaptcha = (fault: CallFault): boolean =>
  fault.code === Refused.captcha || fault.code === Refused.captchaWrong || field(fault, 'captcha') === true;
