// Names of announcements and of their kinds.
import { locale } from '@/core/storage';
import type { Announcement } from './api';

export const KINDS = ['list', 'header', 'popup', 'campaign'] as const;

export const kindOf = (msgType: number): (typeof KINDS)[number] => KINDS[msgType - 1] ?? 'list';

/** Title of an announcement in the language of the page. */
export const nameOf = (one: Pick<Announcement, 'titleZh' | 'titleEn'>): string =>
  locale.get() === 'en-US' ? one.titleEn : one.titleZh;
