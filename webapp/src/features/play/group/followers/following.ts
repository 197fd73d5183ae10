// How the phones of a group follow: what is shown of each, how they are counted, and which can be brought back.

import type { TFunction } from 'i18next';
import { StatusCode } from '@/contract/constants';
import { statusView } from '@/core/rules';
import type { Follower, FollowingState } from '@/core/stream';
import type { Phone } from '@/features/phones/api';
import { playState } from '@/features/phones/view';
import type { Look } from '@/ui/Eyes';

/** Later than this is late. */
export const LAG_MS = 200;
/** What a tick stands for, and how many there are. */
const TICK_MS = 50;
export const LAG_TICKS = 10;

export interface Standing {
  state: FollowingState;
  /** The status, where that forbids it. */
  detail: number;
  lagMs: number;
  /** It does not keep up: inputs were left out. */
  leftOut: boolean;
  /** Its picture lies otherwise than the master's: touches are left out. */
  turned: boolean;
}

export type Kind = 'sync' | 'lagging' | 'none';
export const kinds = ['all', 'sync', 'lagging', 'none'] as const;
export type Filter = (typeof kinds)[number];

/** Of a phone that is not to follow. */
export const LET_GO: Standing = { state: 'excluded', detail: 0, lagMs: 0, leftOut: false, turned: false };

/** What is shown of a phone: what the member wants of it counts at once, the server's word follows. */
export function standingOf(follower: Follower | undefined, wanted: boolean, landscape: boolean | null): Standing {
  const state = follower?.state ?? 'excluded';
  if (!wanted) return LET_GO;
  if (!follower || state === 'excluded') return { ...LET_GO, state: 'joining' };
  const lies = follower.landscape;
  const turned = state === 'follows' && lies !== null && landscape !== null && lies !== landscape;
  return { state, detail: follower.detail, lagMs: follower.lagMs, leftOut: follower.leftOut, turned };
}

export function kindOf({ state, lagMs, leftOut, turned }: Standing): Kind {
  if (state !== 'follows' || turned) return 'none';
  return leftOut || lagMs > LAG_MS ? 'lagging' : 'sync';
}

/** How many phones each filter shows. */
export function countsOf(standings: Iterable<Standing>): Record<Filter, number> {
  const counts = { all: 0, sync: 0, lagging: 0, none: 0 };
  for (const standing of standings) {
    counts.all += 1;
    counts[kindOf(standing)] += 1;
  }
  return counts;
}

/** A tick each 50 ms that have begun. */
export const lagTicks = (lagMs: number): number => Math.min(LAG_TICKS, Math.ceil(lagMs / TICK_MS));

/** Whether it was to follow and does not, and may do so now when it is asked anew. */
export function fellOut({ state }: Standing, phone: Phone): boolean {
  switch (state) {
    case 'occupied':
    case 'elsewhere':
    case 'offline':
      return true;
    // Until the right to it changes it would be refused again.
    case 'expired':
    case 'right':
      return playState(phone).allowed;
    // These are tried again by the server once the phone is well.
    case 'off':
    case 'status':
    case 'excluded':
    case 'joining':
    case 'follows':
    case 'untouchable':
      return false;
  }
}

/** The state in words. */
export function stateWords(standing: Standing, t: TFunction): string {
  const { state, detail } = standing;
  switch (state) {
    case 'off':
      return statusView(StatusCode.abnormal, 'off').label;
    case 'status':
      return statusView(detail, 'on').label;
    case 'expired':
      return t('status.expired');
    case 'right':
      return t('facts.level.view');
    case 'follows':
      return t(kindOf(standing) === 'lagging' ? 'group.state.lagging' : 'group.state.follows');
    case 'excluded':
    case 'joining':
    case 'occupied':
    case 'elsewhere':
    case 'offline':
    case 'untouchable':
      return t(`group.state.${state}`);
  }
}

export function lookOf({ state, detail }: Standing): Look {
  switch (state) {
    case 'follows':
      return 'open';
    case 'off':
    case 'expired':
      return 'shut';
    case 'offline':
      return 'crossed';
    case 'status':
      return statusView(detail, 'on').tone === 'err' ? 'crossed' : 'half';
    case 'excluded':
    case 'joining':
    case 'occupied':
    case 'elsewhere':
    case 'untouchable':
    case 'right':
      return 'half';
  }
}
