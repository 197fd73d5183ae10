// Who the group is: the address says it, so that a reload finds the same phones. Ids alone, so that it may be passed on.
import { constants } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { playState } from '@/features/phones/view';

export interface GroupAddress {
  /** In the order of the address, each once. */
  ids: number[];
  /** The one that is named as the master; null when none is. */
  master: number | null;
}

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** What is no id is left out. */
export function readGroupAddress(query: URLSearchParams): GroupAddress {
  const ids = (query.get('ids') ?? '').split(',').filter(isId).map(Number);
  const master = query.get('master') ?? '';
  return { ids: [...new Set(ids)], master: isId(master) ? Number(master) : null };
}

/** Why so many phones are no group, if they are none. */
export function countFault(count: number): 'none' | 'few' | 'many' | null {
  const { groupMin, groupMax } = constants();
  if (count === 0) return 'none';
  if (count < groupMin) return 'few';
  return count > groupMax ? 'many' : null;
}

/** The phone that is played: the one that is named, else the first that can be. */
export function masterOf(phones: readonly Phone[], wanted: number | null): Phone | undefined {
  const named = phones.find(({ phoneId }) => phoneId === wanted);
  return named ?? phones.find((phone) => playState(phone).allowed) ?? phones[0];
}
