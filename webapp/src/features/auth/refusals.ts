// Meanings of the server's refusals for the forms of getting in.
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';

/** The codes that a form answers with more than their words. */
export const Refused = {
  /** The picture was solved wrongly, or it was used up. */
  captchaWrong: AnswerCode.CAPTCHA_WRONG,
  /** A picture must be solved first. */
  captcha: AnswerCode.CAPTCHA_NEEDED,
  /** Too many tries. */
  limit: AnswerCode.TOO_MANY,
  /** No more codes for this number today. */
  dailyCap: AnswerCode.CODE_DAILY,
  /** The last code was sent a moment ago. */
  tooSoon: AnswerCode.CODE_TOO_SOON,
  /** The code was right, but the number has no account. */
  unregistered: AnswerCode.UNREGISTERED,
  /** The number has an account. */
  registered: AnswerCode.REGISTERED,
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
