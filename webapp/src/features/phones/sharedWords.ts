// To whom a phone is shared, in words: an account that I authorized, my sub-accounts that I gave it to.
import type { TFunction } from 'i18next';
import type { Phone } from './api';

/** The sub-accounts that were given a phone; null for none. */
export const givenWords = ({ givenTo }: Pick<Phone, 'givenTo'>, t: TFunction): string | null =>
  givenTo &&
  (givenTo.others > 0
    ? t('list.givenToMany', { name: givenTo.name, count: givenTo.others + 1 })
    : t('list.givenTo', { name: givenTo.name }));

/** All to whom I shared a phone; null for a phone that is shared with nobody. */
export const sharedWords = (phone: Pick<Phone, 'sharedTo' | 'givenTo'>, t: TFunction): string | null =>
  [phone.sharedTo && t('list.sharedTo', { phone: phone.sharedTo.phone }), givenWords(phone, t)]
    .filter(Boolean)
    .join(' · ') || null;
