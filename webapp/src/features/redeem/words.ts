// Words about a code, and about what it gives.
import type { TFunction } from 'i18next';
import { AnswerCode } from '@/contract/constants';
import { formatTime } from '@/core/rules';

const MINUTE_MS = 60_000;

/** The day of a moment. */
export const dayOf = (ms: number): string => formatTime(ms).slice(0, 10);

/** A moment to the minute. */
export const minuteOf = (ms: number): string => formatTime(ms).slice(0, 16);

interface Refused {
  code: number;
  msg: string;
  atMs: number | null;
  retryAfterMs: number | null;
}

/** Why a code was not used, with the moment that belongs to it. */
export function refusalText({ code, msg, atMs, retryAfterMs }: Refused, t: TFunction): string {
  if (code === AnswerCode.TOO_MANY && retryAfterMs !== null) {
    return t('redeem.wait', { n: Math.ceil(retryAfterMs / MINUTE_MS) });
  }
  if (atMs === null) return msg;
  if (code === AnswerCode.REDEEM_USED) return t('redeem.usedAt', { time: minuteOf(atMs) });
  if (code === AnswerCode.REDEEM_EXPIRED) return t('redeem.expiredOn', { day: dayOf(atMs) });
  if (code === AnswerCode.REDEEM_NOT_YET) return t('redeem.notYet', { day: dayOf(atMs) });
  return msg;
}

/** Gift of a used code, in a few words. */
export const gaveText = ({ gives, days }: { gives: string; days: number }, t: TFunction): string =>
  gives === 'phone'
    ? `${t('redeem.newPhone')} · ${t('redeem.daysShort', { count: days })}`
    : t('redeem.days', { count: days });

/** Placeholder for the characters of a code that are not shown. */
const HIDDEN = '••••';

/** Of a code at work its first two groups. */
export const workCode = (printed: string): string => {
  const groups = printed.split('-');
  return [...groups.slice(0, 2), ...(groups.length > 2 ? [HIDDEN] : [])].join('-');
};

/** Of a used code its first four characters: nothing more is kept. */
export const keptCode = (head: string): string => `${head}-${HIDDEN}-${HIDDEN}`;
