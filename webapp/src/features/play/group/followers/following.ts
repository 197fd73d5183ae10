// State of each follower of a group: what is shown, how followers are counted, and which can be included again.

import type { TFunction } from 'i18next';
import { StatusCode } from '@/contract/constants';
import { statusView } from '@/core/rules';
import type { Follower, FollowingState } from '@/core/stream';
import type { Phone } from '@/features/phones/api';
import { playState } from '@/features/phones/view';
import type { Look } from '@/ui/Eyes';

/** Lag of inputs from which a follower counts as lagging. */
export const LAG_MS = 200;
/** Lag that one tick stands for, and the number of ticks. */
const TICK_MS = 50;
export const LAG_TICKS = 10;

export interface Standing {
  state: FollowingState;
  /** Status code of the phone, where `state` is `status`. */
  detail: number;
  lagMs: number;
  /** Whether inputs were dropped because the phone does not keep up. */
  leftOut: boolean;
  /** Whether the picture's orientation differs from the master's: touches are not sent then. */
  turned: boolean;
}

export type Kind = 'sync' | 'lagging' | 'none';
export const kinds = ['all', 'sync', 'lagging', 'none'] as const;
export type Filter = (typeof kinds)[number];

/** State of a phone that the member has excluded. */
export const LET_GO: Standing = { state: 'excluded', detail: 0, lagMs: 0, leftOut: false, turned: false };

/** State that is shown of a phone: the member's choice counts at once, before the server confirms it. */
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

/** Number of phones behind each filter. */
export function countsOf(standings: Iterable<Standing>): Record<Filter, number> {
  const counts = { all: 0, sync: 0, lagging: 0, none: 0 };
  for (const standing of standings) {
    counts.all += 1;
    counts[kindOf(standing)] += 1;
  }
  return counts;
}

/** Number of ticks for a lag: one for each started 50 ms. */
export const lagTicks = (lagMs: number): number => Math.min(LAG_TICKS, Math.ceil(lagMs / TICK_MS));

/** Whether a phone that should follow does not, and would if it were included again now. */
export function fellOut({ state }: Standing, phone: Phone): boolean {
  switch (state) {
    case 'occupied':
    case 'elsewhere':
    case 'offline':
      return true;
    // The server refuses the phone until the right to it changes.
    case 'expired':
    case 'right':
      return playState(phone).allowed;
    // The server itself includes these again, once the phone is well.
    case 'off':
    case 'status':
    case 'excluded':
    case 'joining':
    case 'follows':
    case 'untouchable':
      return false;
  }
}

/** Words for a follower's state. */
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
