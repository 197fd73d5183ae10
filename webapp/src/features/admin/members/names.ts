// Names of a member, in lists and in questions.
import type { MemberRow } from './api';

/** The nickname, else the account's name, else the masked number. */
export const nameOf = ({ nickname, userName, phone }: Pick<MemberRow, 'nickname' | 'userName' | 'phone'>): string =>
  nickname || userName || phone;

/** The masked number, else the account's name. */
export const accountOf = ({ userName, phone }: Pick<MemberRow, 'userName' | 'phone'>): string => phone || userName;
