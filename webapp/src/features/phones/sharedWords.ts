// Words for those whom a phone is shared with: an authorized account, and sub-accounts.
import type { TFunction } from 'i18next';
import type { Phone } from './api';

/** Words for the sub-accounts that were given a phone; null for none. */
export const givenWords = ({ givenTo }: Pick<Phone, 'givenTo'>, t: TFunction): string | null =>
  givenTo &&
  (givenTo.others > 0
    ? t('list.givenToMany', { name: givenTo.name, count: givenTo.others + 1 })
    : t('list.givenTo', { name: givenTo.name }));

/** Words for everybody whom the member shares a phone with; null for nobody. */
export const sharedWords = (phone: Pick<Phone, 'sharedTo' | 'givenTo'>, t: TFunction): string | null =>
  [phone.sharedTo && t('list.sharedTo', { phone: phone.sharedTo.phone }), givenWords(phone, t)]
    .filter(Boolean)
    .join(' · ') || null;
