// Fields of branding and contacts, and which of them differ from the state in force.
import type { BrandingDesk } from './api';

export type Fields = Omit<BrandingDesk, 'contacts' | 'updateTime'> & { contacts: ContactFields[] };

/** A contact as it is written; without an id a new one. */
export interface ContactFields {
  id?: number;
  type: number;
  account: string;
  htmlCode: string;
}

export const MESSAGING = 1;
export const GROUP = 2;

export const fieldsOf = ({ updateTime: _, ...rest }: BrandingDesk): Fields => rest;

/** Names of what differs, in the order of the form. */
export function changedFields(before: Fields, after: Fields): (keyof Fields)[] {
  const names = Object.keys(before) as (keyof Fields)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Where the form says what is wrong: `contacts.1.account` is of the second contact. */
export const placeOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
