// A group of whose phones nothing is amiss, for tests to change.
import type { Phone } from '@/features/phones/api';
import { samplePhone } from '@/features/phones/sample.test-kit';
import type { Standing } from './followers/following';
import type { GroupPlay } from './GroupContext';
import { fresh } from './groupState';

export const standingAt = (state: Standing['state'], more: Partial<Standing> = {}): Standing => ({
  state,
  detail: 0,
  lagMs: 0,
  leftOut: false,
  turned: false,
  ...more,
});

/** The master is phone 1; the others as they stand. */
export function sampleGroup(followers: readonly [Phone, Standing][], more: Partial<GroupPlay> = {}): GroupPlay {
  const nothing = () => {};
  return {
    state: fresh,
    handle: null,
    excluded: new Set(followers.filter(([, { state }]) => state === 'excluded').map(([{ phoneId }]) => phoneId)),
    follow: nothing,
    master: samplePhone({ phoneId: 1, phoneAlias: 'p1' }),
    followers: followers.map(([phone]) => phone),
    standings: new Map(followers.map(([{ phoneId }, standing]) => [phoneId, standing])),
    sync: true,
    setSync: nothing,
    pictures: true,
    setPictures: nothing,
    columns: 8,
    setColumns: nothing,
    broadcast: { receivers: [], press: nothing, write: () => 0, writeLines: () => 0 },
    chooseMaster: nothing,
    again: nothing,
    ...more,
  };
}
