// Fields of an announcement's form, and how they become what is sent.
import { splitKeywords } from '@/core/rules';
import type { Announcement, Audience, Draft } from './api';

export interface Fields {
  msgType: number;
  contentType: number;
  titleZh: string;
  titleEn: string;
  contentZh: string;
  contentEn: string;
  pictureZh: string;
  pictureEn: string;
  /** As `TimeField` has it; empty: nothing is said. */
  from: string;
  until: string;
  popFrequency: number;
  /** Popups in their order, 0 for this one; null: as they stand. */
  popOrder: readonly number[] | null;
  /** Priority that the announcement has before it is put in order. */
  popPriority: number;
  audience: number;
  members: string;
  configurationId: number | null;
  subAccounts: boolean;
}

export const EMPTY: Fields = {
  msgType: 1,
  contentType: 2,
  titleZh: '',
  titleEn: '',
  contentZh: '',
  contentEn: '',
  pictureZh: '',
  pictureEn: '',
  from: '',
  until: '',
  popFrequency: 2,
  popOrder: null,
  popPriority: 990,
  audience: 1,
  members: '',
  configurationId: null,
  subAccounts: true,
};

/** A time of the browser's zone as its field has it. */
function localText(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
}

export function msOf(text: string): number | undefined {
  const ms = text ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

export const fieldsOf = (one: Announcement): Fields => ({
  msgType: one.msgType,
  contentType: one.contentType,
  titleZh: one.titleZh,
  titleEn: one.titleEn,
  contentZh: one.contentZh,
  contentEn: one.contentEn,
  pictureZh: one.pictureZh,
  pictureEn: one.pictureEn,
  from: localText(one.fromTime),
  until: one.untilTime === null ? '' : localText(one.untilTime),
  popFrequency: one.popFrequency,
  popOrder: null,
  popPriority: one.popPriority,
  audience: one.audience,
  members: one.memberIds.join(', '),
  configurationId: one.configurationId,
  subAccounts: one.subAccounts,
});

/** Audience that the form names; a word that is no number becomes member 0, which the server refuses. */
export const audienceOf = ({ audience, members, configurationId, subAccounts }: Fields): Audience => ({
  audience,
  memberIds: splitKeywords(members ?? '').map((word) => (/^\d{1,16}$/.test(word) ? Number(word) : 0)),
  configurationId,
  subAccounts,
});

export const draftOf = (fields: Fields): Draft => ({
  ...audienceOf(fields),
  msgType: fields.msgType,
  contentType: fields.contentType,
  titleZh: fields.titleZh,
  titleEn: fields.titleEn,
  contentZh: fields.contentZh,
  contentEn: fields.contentEn,
  pictureZh: fields.pictureZh,
  pictureEn: fields.pictureEn,
  fromTime: msOf(fields.from) ?? null,
  untilTime: msOf(fields.until) ?? null,
  popFrequency: fields.popFrequency,
  popPriority: fields.popPriority,
});

/** The form's field for the one that the server names in a refusal. */
export const fieldNamed: Record<string, keyof Fields> = {
  msgType: 'msgType',
  contentType: 'contentType',
  titleZh: 'titleZh',
  titleEn: 'titleEn',
  contentZh: 'contentZh',
  contentEn: 'contentEn',
  pictureZh: 'pictureZh',
  pictureEn: 'pictureEn',
  untilTime: 'until',
  popFrequency: 'popFrequency',
  popPriority: 'popOrder',
  audience: 'audience',
  memberIds: 'members',
  configurationId: 'configurationId',
};
