// What every piece of the group's page may ask for, beside the master's own session (`PlayContext`).
import { createContext, useContext } from 'react';
import type { Phone } from '@/features/phones/api';
import type { Broadcast } from './dock/broadcast';
import type { Standing } from './followers/following';
import type { Group } from './useGroup';

export interface GroupPlay extends Pick<Group, 'state' | 'handle' | 'excluded' | 'follow'> {
  master: Phone;
  /** All others, in the order of the address. */
  followers: readonly Phone[];
  /** How each of them follows, by phone. */
  standings: ReadonlyMap<number, Standing>;
  /** Whether they do what the master is told. */
  sync: boolean;
  setSync: (on: boolean) => void;
  /** Whether their small pictures move. */
  pictures: boolean;
  setPictures: (on: boolean) => void;
  /** How many stand side by side on a desk. */
  columns: number;
  setColumns: (columns: number) => void;
  broadcast: Broadcast;
  /** Stable. */
  chooseMaster: (phoneId: number) => void;
  /** Opens what is over once more. */
  again: () => void;
}

const Context = createContext<GroupPlay | null>(null);

export const GroupProvider = Context.Provider;

/** The group of this page. Throws outside of it. */
export function useGroupPlay(): GroupPlay {
  const group = useContext(Context);
  if (!group) throw new Error('a piece of the page of a group stands outside of it');
  return group;
}
