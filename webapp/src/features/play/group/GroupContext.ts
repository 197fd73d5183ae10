// Context of the group page: what its parts read of the group, beside the master's own session (`PlayContext`).
import { createContext, useContext } from 'react';
import type { Phone } from '@/features/phones/api';
import type { Broadcast } from './dock/broadcast';
import type { Standing } from './followers/following';
import type { Group } from './useGroup';

export interface GroupPlay extends Pick<Group, 'state' | 'handle' | 'excluded' | 'follow'> {
  master: Phone;
  /** All phones but the master, in the order of the address. */
  followers: readonly Phone[];
  /** State of each follower, by phone id. */
  standings: ReadonlyMap<number, Standing>;
  /** Whether the followers get the master's inputs. */
  sync: boolean;
  setSync: (on: boolean) => void;
  /** Whether the followers' small pictures are live. */
  pictures: boolean;
  setPictures: (on: boolean) => void;
  /** Followers in a row of the grid, on a desktop-sized window. */
  columns: number;
  setColumns: (columns: number) => void;
  broadcast: Broadcast;
  /** Makes another phone the master. Stable. */
  chooseMaster: (phoneId: number) => void;
  /** Reopens the group's socket and the master's session where they have ended. */
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
