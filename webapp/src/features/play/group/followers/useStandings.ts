// The phones beside the master, with the state of each.
import { useMemo } from 'react';
import type { Phone } from '@/features/phones/api';
import type { PlayState } from '@/features/play/session/playState';
import type { Group } from '../useGroup';
import { type Standing, standingOf } from './following';

interface Standings {
  /** All phones but the master, in the order of `phones`. */
  followers: readonly Phone[];
  standings: ReadonlyMap<number, Standing>;
  /** Ids of the phones that follow now. */
  following: readonly number[];
}

export function useStandings(
  phones: readonly Phone[],
  master: number,
  { state, excluded }: Group,
  size: PlayState['size'],
): Standings {
  const landscape = size ? size.width > size.height : null;
  const followers = useMemo(() => phones.filter(({ phoneId }) => phoneId !== master), [phones, master]);
  return useMemo(() => {
    const standing = ({ phoneId }: Phone) =>
      standingOf(state.followers.get(phoneId), !excluded.has(phoneId), landscape);
    const standings = new Map(followers.map((phone) => [phone.phoneId, standing(phone)]));
    const following = [...standings].filter(([, { state: is }]) => is === 'follows').map(([phoneId]) => phoneId);
    return { followers, standings, following };
  }, [followers, state.followers, excluded, landscape]);
}
