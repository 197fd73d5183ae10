// Reducer of the group page's state: events of the group's socket come in, a plain state comes out.
import { endView } from '@/core/rules';
import type { Follower } from '@/core/stream';

/** Reason why the group has ended. */
export type GroupOver =
  | { kind: 'ended'; reason: string; detail: number }
  | { kind: 'refused'; code: number; message: string };

export interface GroupState {
  followers: ReadonlyMap<number, Follower>;
  /** Time at which the group ends by inactivity, Unix ms; null while no end was announced. */
  idleEndsAt: number | null;
  over: GroupOver | null;
}

export type GroupNews =
  | { type: 'opened' }
  | { type: 'followers'; changed: readonly Follower[] }
  | { type: 'idle'; seconds: number }
  | { type: 'over'; over: GroupOver };

export const fresh: GroupState = { followers: new Map(), idleEndsAt: null, over: null };

/** The state after an event that came at `nowMs`. */
export function afterNews(state: GroupState, news: GroupNews, nowMs: number): GroupState {
  if (news.type === 'opened') return fresh;
  // An ended group stays ended: a late message must not make it look alive.
  if (state.over) return state;
  switch (news.type) {
    case 'followers': {
      const followers = new Map(state.followers);
      for (const each of news.changed) followers.set(each.phoneId, each);
      return { ...state, followers };
    }
    case 'idle':
      return { ...state, idleEndsAt: news.seconds > 0 ? nowMs + news.seconds * 1000 : null };
    case 'over':
      return { ...fresh, over: news.over };
  }
}

/** Numbers of the stream's end reasons. */
const REASONS = Array.from({ length: 32 }, (_, at) => at + 1);

/** Words and next step of an end, by its name; undefined for a name that this console does not know. */
export function endOf(name: string, detail: number) {
  return REASONS.map((reason) => endView(reason, detail)).find((view) => view.name === name);
}
