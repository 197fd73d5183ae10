// The codes that were sent from this tab, by purpose and target: when the next may be asked for, and which request the code answers.
// Kept in the tab, so that a reload neither loses the code on its way nor the countdown.
import { normalEmail, normalPhone } from '@/core/rules';
import { tabValue } from '@/core/storage';
import type { Purpose } from '../api';

/** Where a code goes: which of the form's fields holds it. */
export interface CodeTarget {
  /** `own`: the signed-in member's own number, which the page does not know and no field holds. */
  kind: 'phone' | 'email' | 'own';
  field: string;
}

/** The target as the rules write it; empty while it is none. */
export function normalTarget(kind: CodeTarget['kind'], text: string): string {
  if (kind === 'own') return kind;
  return (kind === 'phone' ? normalPhone(text) : normalEmail(text)) ?? '';
}

export interface SentCode {
  purpose: Purpose;
  /** The number or address as the rules write it, so that every spelling of it finds the same entry. */
  target: string;
  /** The request that the code belongs to; empty when the server only said to wait. */
  uuid: string;
  /** When another may be asked for, Unix milliseconds. */
  againAtMs: number;
  /** When it ends, Unix milliseconds. */
  endsAtMs: number;
  /** How many more the number gets today; unknown when the server only said to wait. */
  left?: number;
}

/** More would be a script, not a person. */
const KEPT_MAX = 12;

const isSent = (value: unknown): value is SentCode =>
  typeof value === 'object' &&
  value !== null &&
  'purpose' in value &&
  'target' in value &&
  typeof value.target === 'string' &&
  'uuid' in value &&
  typeof value.uuid === 'string' &&
  'againAtMs' in value &&
  typeof value.againAtMs === 'number' &&
  'endsAtMs' in value &&
  typeof value.endsAtMs === 'number';

const stored = tabValue('owl-codes', (value): value is SentCode[] => Array.isArray(value) && value.every(isSent));

const alive = (nowMs: number) => (stored.get() ?? []).filter((sent) => Math.max(sent.endsAtMs, sent.againAtMs) > nowMs);

/** Code sent for this purpose and target, while it holds or the next one must wait; null: none. */
export function sentCode(purpose: Purpose, target: string, nowMs: number): SentCode | null {
  return alive(nowMs).find((sent) => sent.purpose === purpose && sent.target === target) ?? null;
}

/** The request that the typed code answers; empty when none was made. */
export const codeUuid = (purpose: Purpose, kind: CodeTarget['kind'], text: string): string =>
  sentCode(purpose, normalTarget(kind, text), Date.now())?.uuid ?? '';

/** The last target that a code for this purpose went to, to fill in again after a reload. */
export function lastTarget(purpose: Purpose, kind: CodeTarget['kind'], nowMs: number): string {
  const fits = (sent: SentCode) => sent.purpose === purpose && sent.target.includes('@') === (kind === 'email');
  return alive(nowMs).find(fits)?.target ?? '';
}

/** Keeps a code that was sent, or the wait that the server asked for; newest first. */
export function keepSent(sent: SentCode, nowMs: number): void {
  const others = alive(nowMs).filter((each) => each.purpose !== sent.purpose || each.target !== sent.target);
  stored.set([sent, ...others].slice(0, KEPT_MAX));
}

/** Forgets them all: they hold numbers, and have served once somebody is in. */
export const forgetSent = (): void => stored.set(null);
