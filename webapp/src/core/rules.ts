// The rules of the product, by the wasm module that the server's own code was compiled to: validation, statuses, words and formats.
// Nothing here decides anything; this file names the exports and fills in the language.
import * as rules from '@owldeck/rules';
import { locale } from './storage';

export type { ActionState, StatusView } from '@owldeck/rules';

export type Power = 'on' | 'off';
export type Level = 'view' | 'operate' | 'owner';

/** What is wrong with a sign-in form, in words, by field. */
export const checkSignIn = (account: string, password: string, agreed: boolean) =>
  rules.checkSignIn(account, password, agreed, locale.get());

/** How a phone's status is shown. */
export const statusView = (code: number, power: Power) => rules.statusView(code, power, locale.get());

/** Whether a phone may be opened, or why not. */
export const openState = (code: number, power: Power, level: Level, expired: boolean) =>
  rules.actionState('open', code, power, level, expired, locale.get());

/** How long a rental lasts, in words and days. */
export const remaining = (expireMs: number, nowMs: number) => rules.remaining(expireMs, nowMs, locale.get());

/** A time in the browser's zone: `2026-12-11 10:24:08`. */
export const formatTime = (ms: number): string => rules.formatTime(ms, -new Date(ms).getTimezoneOffset());

/** Its day only: `12-11`. */
export const formatDay = (ms: number): string => rules.formatDay(ms, -new Date(ms).getTimezoneOffset());

/** Why a play session ended and what comes next. */
export const endView = (reason: number, detail: number) => rules.endView(reason, detail, locale.get());

/** Names and ids of a search text. */
export const splitKeywords = (text: string): string[] => rules.splitKeywords(text);

/** The order people mean when they name only the sort. */
export const usualOrder = (sortType: number): 'asc' | 'desc' => (rules.usualOrder(sortType) === 'asc' ? 'asc' : 'desc');

/** Where a point of an element lies in the picture shown in it, each axis 0–65,535; undefined when there is no picture. */
export const contentPoint = (
  x: number,
  y: number,
  elementWidth: number,
  elementHeight: number,
  width: number,
  height: number,
): { x: number; y: number } | undefined => {
  const point = rules.contentPoint(x, y, elementWidth, elementHeight, width, height);
  const [px, py] = point ?? [];
  return px === undefined || py === undefined ? undefined : { x: px, y: py };
};

/** Android's key code for a `KeyboardEvent.code`. */
export const keycodeOf = (code: string): number | undefined => rules.keycodeOf(code);

/** Android's meta state; the locks are left to the phone, which sees the text they made. */
export const metaBits = (shift: boolean, alt: boolean, ctrl: boolean, meta: boolean): number =>
  rules.metaState(shift, alt, ctrl, meta, false, false);

/** Limits and defaults that the pages share with the server. */
export const { constants } = rules;

/** The words of a code of the table, if it is in it. */
export const codeText = (code: number): string | undefined => rules.codeText(code, locale.get());
