// The group in the page's address, so that a reload finds the same phones. The address holds ids alone, so it may be passed on.
import { constants } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { playState } from '@/features/phones/view';

export interface GroupAddress {
  /** Phone ids in the order of the address, each once. */
  ids: number[];
  /** Id of the phone named as the master; null when none is. */
  master: number | null;
}

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** Reads the group from the address's query. Values that are no id are dropped. */
export function readGroupAddress(query: URLSearchParams): GroupAddress {
  const ids = (query.get('ids') ?? '').split(',').filter(isId).map(Number);
  const master = query.get('master') ?? '';
  return { ids: [...new Set(ids)], master: isId(master) ? Number(master) : null };
}

/** Reason why a number of phones is no group; null when it is one. */
export function countFault(count: number): 'none' | 'few' | 'many' | null {
  const { groupMin, groupMax } = constants();
  if (count === 0) return 'none';
  if (count < groupMin) return 'few';
  return count > groupMax ? 'many' : null;
}

/** The phone to play: the named one, else the first that can be played, else the first. */
export function masterOf(phones: readonly Phone[], wanted: number | null): Phone | undefined {
  const named = phones.find(({ phoneId }) => phoneId === wanted);
  return named ?? phones.find((phone) => playState(phone).allowed) ?? phones[0];
}
