// The rules of the product, by the wasm module that the server's own code was compiled to: validation, statuses, words and formats.
// Nothing here decides anything; this file names the exports and fills in the language.

import type { KeyPress, PackageView, PhoneKey, PricedPackage, RenewedPhone, ZoneShift } from '@owldeck/rules';
import * as rules from '@owldeck/rules';
import {
  AgreementLimits,
  AnnouncementLimits,
  CommonLimits,
  KeymapLimits,
  MarketLimits,
  OperationLimits,
  OrderLimits,
  RedeemLimits,
  SharingLimits,
} from '@/contract/constants';
import { locale } from './storage';

export type {
  ActionState,
  PackageView,
  PhoneKey,
  PricedPackage,
  PriceView,
  RenewedPhone,
  StatusView,
} from '@owldeck/rules';

export type Power = 'on' | 'off';
export type Level = 'view' | 'operate' | 'owner';

/** Faults of a sign-in form, in words, by field. */
export const checkSignIn = (account: string, password: string, agreed: boolean) =>
  rules.checkSignIn(account, password, agreed, locale.get());

/** Fault of a phone number that must be given, in words, if any. */
export const checkPhone = (text: string): string | undefined => rules.checkPhone(text, locale.get());

/** Fault of an e-mail address, in words, if any. */
export const checkEmail = (text: string): string | undefined => rules.checkEmail(text, locale.get());

/** Fault of a code of SMS or mail, in words, if any. */
export const checkCode = (text: string): string | undefined => rules.checkCode(text, locale.get());

/** Fault of the typed characters of a picture, in words, if any. */
export const checkCaptcha = (text: string): string | undefined => rules.checkCaptcha(text, locale.get());

/** Where a password is chosen: at registration and reset, or in the account centre. */
export type PasswordRule = 'reset' | 'account';

/** Fault of a new password, in words, if any. */
export const checkNewPassword = (text: string, rule: PasswordRule = 'reset'): string | undefined =>
  rules.checkNewPassword(text, rule, locale.get());

/** The conditions of a new password in words, each with whether it is met. */
export const passwordChecklist = (text: string, rule: PasswordRule) =>
  rules.passwordChecklist(text, rule, locale.get());

/** Fault of the second writing of a password, in words, if any. */
export const checkConfirmation = (password: string, again: string): string | undefined =>
  rules.checkConfirmation(password, again, locale.get());

/** How strong a new password looks: 0 to 4, and a word for it. */
export const passwordStrength = (text: string) => rules.passwordStrength(text, locale.get());

/** Fault of a password that is being used, in words, if any. */
export const checkAccountPassword = (text: string): string | undefined => rules.checkPassword(text, locale.get());

/** Fault of the title of feedback, in words, if any. */
export const checkFeedbackTitle = (text: string): string | undefined => rules.checkFeedbackTitle(text, locale.get());

/** Fault of an operator's answer to feedback, in words, if any. */
export const checkFeedbackAnswer = (text: string): string | undefined => rules.checkFeedbackAnswer(text, locale.get());

/** Fault of the content of feedback, in words, if any. */
export const checkFeedbackContent = (text: string): string | undefined =>
  rules.checkFeedbackContent(text, locale.get());

/** Fault of a nickname, in words, if any. */
export const checkNickname = (text: string): string | undefined => rules.checkNickname(text, locale.get());

/** Fault of a birthday, in words, if any; an empty one has none. */
export const checkBirthday = (text: string, nowMs: number): string | undefined =>
  rules.checkBirthday(text, nowMs, locale.get());

/** Fault of a location, in words, if any; an empty one has none. */
export const checkLocation = (text: string): string | undefined => rules.checkLocation(text, locale.get());

/** Fault of a channel code, in words, if any. */
export const checkChannelCode = (text: string): string | undefined => rules.checkChannelCode(text, locale.get());

/** A phone number in its one spelling, if it is one. */
export const normalPhone = (text: string): string | undefined => rules.normalPhone(text);

/** An e-mail address in its one spelling, if it is one. */
export const normalEmail = (text: string): string | undefined => rules.normalEmail(text);

/** How a phone's status is shown, while an operation of the kind `running` is done to it, if one is. */
export const statusView = (code: number, power: Power, running?: string) =>
  rules.statusView(code, power, running, locale.get());

/** The action that tries again what failed, by the phone's status. */
export const retryOf = (code: number): string | undefined => rules.retryOf(code);

/** Whether an action is exclusive: refused while another operation runs on the phone. */
export const takesPhone = (action: string): boolean => rules.takesPhone(action);

/** Whether a phone may be opened, or why not. `cause`: what the list says is wrong with it. */
export const openState = (code: number, power: Power, level: Level, expired: boolean, cause: string | null) =>
  rules.actionState('open', code, power, level, [], expired, cause ?? '', locale.get());

/** Whether a phone's picture may be shown, or why not. `cause`: what the list says is wrong with the phone. */
export const watchState = (code: number, power: Power, level: Level, expired: boolean, cause: string | null) =>
  rules.actionState('watch', code, power, level, [], expired, cause ?? '', locale.get());

/** How long a rental lasts, in words and days. */
export const remaining = (expireMs: number, nowMs: number) => rules.remaining(expireMs, nowMs, locale.get());

/** Why a phone cannot be authorized to another account, in words; empty when it can. */
export const shareRefusal = (level: Level, rental: string, shared: boolean): string =>
  rules.shareRefusal(level, rental, shared, locale.get());

/** Why an operation of so many phones leaves out a shared one, in words; empty when it does not. */
export const batchRefusal = (kind: string, phones: number, level: Level, sharedOut: boolean): string =>
  rules.batchRefusal(kind, phones, level, sharedOut, locale.get());

/** Largest number of hours of an authorization that is given by hours. */
export const shareHoursMax = (): number => SharingLimits.hoursMax;

/** A time in the browser's zone: `2026-12-11 10:24:08`. */
export const formatTime = (ms: number): string => rules.formatTime(ms, -new Date(ms).getTimezoneOffset());

/** Month and day of a time in the browser's zone: `12-11`. */
export const formatDay = (ms: number): string => rules.formatDay(ms, -new Date(ms).getTimezoneOffset());

/** Fen as yuan, without the sign: `1,092`. */
export const formatFen = (fen: number): string => rules.formatFen(fen);

/** A file's size: `26.00 GB`. */
export const formatBytes = (bytes: number): string => rules.formatBytes(bytes);

/** A duration in days, hours and minutes. */
export const formatDuration = (ms: number): string => rules.formatDuration(ms, locale.get());

/** A running clock: `2:10`. */
export const formatClock = (ms: number): string => rules.formatClock(ms);

/** How long ago; beyond 48 h the date and time. */
export const timeAgo = (ms: number, nowMs: number): string =>
  rules.timeAgo(ms, nowMs, locale.get(), -new Date(ms).getTimezoneOffset());

/** Characters as people count them. */
export const countChars = (text: string): number => rules.countChars(text);

/** One line of a CSV file, formulas disarmed. */
export const csvRow = (cells: string[]): string => rules.csvRow(cells);

/** Fault of the name of a phone, a group or a tag, in words, if any. */
export const checkName = (text: string): string | undefined => rules.checkName(text, locale.get());

/** Fault of a phone number, in words, if any. */
export const checkPhoneNumber = (text: string): string | undefined => rules.checkPhoneNumber(text, locale.get());

/** Whether one of the wanted permissions is held. Throws when none is named. */
export const holdsPermission = (held: readonly string[], wanted: readonly string[]): boolean =>
  rules.holdsPermission([...held], [...wanted]);

/** Whether one of the wanted roles is held. Throws when none is named. */
export const holdsRole = (held: readonly string[], wanted: readonly string[]): boolean =>
  rules.holdsRole([...held], [...wanted]);

/** Why a play session ended and what comes next. */
export const endView = (reason: number, detail: number) => rules.endView(reason, detail, locale.get());

/** Names and ids of a search text, each a word. */
export const splitKeywords = (text: string): string[] => rules.splitKeywords(text);

/** Phrases of a search text between commas, semicolons and line ends: each is one name, which may have blanks, or several. */
export const splitPhrases = (text: string): string[] => rules.splitPhrases(text);

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
): rules.ContentPoint | undefined => rules.contentPoint(x, y, elementWidth, elementHeight, width, height);

/** The key that a keydown is on the phone, with its meta state; undefined when it types, composes or is the browser's. */
export const phoneKey = (event: KeyPress): PhoneKey | undefined => {
  const { key, code, keyCode, isComposing, shiftKey, altKey, ctrlKey, metaKey } = event;
  const press = { key, code, keyCode, isComposing, shiftKey, altKey, ctrlKey, metaKey };
  return rules.phoneKey(press, navigator.platform);
};

/** The key that an edit of the empty field stands for, by its `inputType`; undefined when it is text. */
export const keyOfEdit = (inputType: string): PhoneKey | undefined => rules.keyOfEdit(inputType);

/** Whether an input method works on a key: Safari says so of the Enter that ends a composition by its `keyCode` alone. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  rules.isComposing(event.isComposing, event.keyCode);

/** Limits and defaults that the pages share with the server. */
export const constants = () => CommonLimits;

/** The words of a code of the table, if it is in it. */
export const codeText = (code: number): string | undefined => rules.codeText(code, locale.get());

/** Whether an action (powerOn, reboot, rename, …) is possible with a phone, and why not. `may`: what a sub-account's parent ticked;
 * `cause`: what the list says is wrong with it. */
export const actionState = (
  action: string,
  code: number,
  power: Power,
  level: Level,
  may: readonly string[],
  expired: boolean,
  cause: string | null,
) => rules.actionState(action, code, power, level, [...may], expired, cause ?? '', locale.get());

/** Whether two apps of one package are signed by other keys, by the digests of their certificates. */
export const signedApart = (one: readonly string[], other: readonly string[]): boolean =>
  rules.signedApart(one.join(), other.join());

/** Fault of a density, in words; none when the density may be set. */
export const checkDensity = (dpi: number): string | undefined => rules.checkDensity(dpi, locale.get());

/** Names for many phones: `{n}` in the pattern counts from `first`. */
export const numberedNames = (pattern: string, first: number, count: number) =>
  rules.numberedNames(pattern, first, count, locale.get());

/** Display name of a kind of operation. */
export const kindText = (kind: string): string | undefined => rules.kindText(kind, locale.get());

/** The permission that a kind of operation needs; nothing for what members do with their own phones. */
export const kindPermission = (kind: string): string | undefined => rules.kindPermission(kind);

/** How long a kind of operation usually takes, in milliseconds. */
export const kindExpectedMs = (kind: string): number | undefined => rules.kindExpectedMs(kind);

/** How long a kind takes on so many phones, in milliseconds: in turns, each as long as the slowest phone takes. */
export const kindExpectedFor = (kind: string, phones: number, slowestMs: number): number | undefined =>
  rules.kindExpectedFor(kind, phones, slowestMs);

/** Limits of operations. */
export const operationLimits = () => OperationLimits;

/** Words of the page for the phone's sound, by the stream's state. */
export const soundText = (state: number): string => rules.soundText(state, locale.get());

/** How setting the phone's clipboard went. */
export const clipboardText = (outcome: number): string => rules.clipboardText(outcome, locale.get());

/** Whether the phone keeps up with what the member does, by the stream's pace. */
export const paceText = (pace: number): string => rules.paceText(pace, locale.get());

/** The names of the qualities, by their wire value. */
export const qualityNames = (): string[] => rules.qualityNames(locale.get());

/** Fault of a key mapping, in words, if any. */
export const checkKeymap = (version: number, app: string, points: readonly rules.KeymapPoint[]): string | undefined =>
  rules.checkKeymap(version, app, [...points], locale.get());

/** The largest file of a key mapping that is read. */
export const keymapFileMaxBytes = (): number => KeymapLimits.fileMaxBytes;

/** The packages of a configuration as they are shown, the shortest first. */
export const packageViews = (packages: readonly PricedPackage[]): PackageView[] => rules.packageViews([...packages]);

/** Price of so many phones with a package. */
export const quotePurchase = (chosen: PricedPackage, quantity: number) =>
  rules.quotePurchase(chosen, quantity, locale.get());

/** Price of renewing phones. */
export const quoteRenewal = (phones: readonly RenewedPhone[], nowMs: number) =>
  rules.quoteRenewal([...phones], nowMs, locale.get());

/** Price of letting rentals end together: each phone with the base package of its configuration. */
export const quoteAlign = (phones: readonly RenewedPhone[], toMs: number, nowMs: number, zone: Zone) =>
  rules.quoteAlign([...phones], toMs, nowMs, [...zone], locale.get());

/** Price of going on with a phone of another configuration. */
export const quoteUpgrade = (present: PricedPackage, target: PricedPackage, expireMs: number, nowMs: number) =>
  rules.quoteUpgrade(present, target, expireMs, nowMs, locale.get());

/** Offsets of the operator's time zone: from each moment on, minutes east of UTC. */
export type Zone = readonly ZoneShift[];

/** The day of a moment in a zone, counted from 1970-01-01. */
export const dayOf = (ms: number, zone: Zone): number => rules.dayOf(ms, [...zone]);

/** When a day of a zone ends. */
export const dayEnd = (day: number, zone: Zone): number => rules.dayEnd(day, [...zone]);

/** Fault of the reason of a refund, in words, if any. */
export const checkReason = (text: string): string | undefined => rules.checkReason(text, locale.get());

/** Fault of the amount of a refund, in words, if any. */
export const checkRefund = (fen: number, leftFen: number): string | undefined =>
  rules.checkRefund(fen, leftFen, locale.get());

/** Yuan as typed, in fen; nothing for what is no amount. */
export const { parseYuan } = rules;

/** Limits of orders. */
export const orderLimits = () => OrderLimits;

/** The error catalogue of the rules: what a code and an HTTP status call for (held against the pages by catalogue.test.ts). */
export const { httpText, reactionTo } = rules;

/** A popup's facts, and what is kept of one that was confirmed. */
export type { PopupFacts, PopupRecord } from '@owldeck/rules';

/** The ids of the popups that open on the operator's day, one after the other. */
export const popupQueue = (popups: rules.PopupFacts[], records: rules.PopupRecord[], today: string): number[] =>
  Array.from(rules.popupQueue({ popups, records }, today));

/** Records that are kept once a popup is confirmed on the operator's day. */
export const popupConfirmed = (popup: rules.PopupFacts, records: rules.PopupRecord[], today: string) =>
  rules.popupConfirmed({ popups: [popup], records }, today) as rules.PopupRecord[];

/** Limits of agreements. */
export const agreementLimits = () => AgreementLimits;

/** Fault of the title of an agreement, in words, if any. */
export const checkAgreementTitle = (text: string): string | undefined => rules.checkAgreementTitle(text, locale.get());

/** Limits of apps of the market. */
export const marketLimits = () => MarketLimits;

/** Limits of announcements. */
export const announcementLimits = () => AnnouncementLimits;

/** Fault of the title of an announcement, in words, if any. */
export const checkAnnouncementTitle = (text: string): string | undefined =>
  rules.checkAnnouncementTitle(text, locale.get());

/** Fault of the times of an announcement, in words, if any. */
export const checkAnnouncementTimes = (from: number | undefined, until: number | undefined, nowMs: number) =>
  rules.checkAnnouncementTimes(from, until, nowMs, locale.get());

/** Whether an announcement of this `msgType` opens by itself. */
export const popsUp = (msgType: number): boolean => rules.popsUp(msgType);

/** Parts of a text that was pasted as redeem codes, in its order, each with its fault in words. */
export const readCodes = (text: string) => rules.readCodes(text, locale.get()).list;

/** Limits of redeem codes. */
export const redeemLimits = () => RedeemLimits;

/** Fault of the note of a batch of redeem codes, in words, if any. */
export const checkBatchNote = (text: string): string | undefined => rules.checkBatchNote(text, locale.get());

/** Most points that an order of this price takes from somebody who has so many. */
export const pointsMost = (priceFen: number, available: number, sharePercent: number): number =>
  rules.pointsMost(priceFen, available, sharePercent);

/** Worth of points in an order, in fen. */
export const pointsWorth = (points: number): number => rules.pointsWorth(points);

/** Points that a payment earns. */
export const pointsEarned = (paidFen: number, perYuan: number): number => rules.pointsEarned(paidFen, perYuan);
