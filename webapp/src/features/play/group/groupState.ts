// What the page knows of its group: news come in, a plain state comes out.
import { endView } from '@/core/rules';
import type { Follower } from '@/core/stream';

/** Why nobody follows any more. */
export type GroupOver =
  | { kind: 'ended'; reason: string; detail: number }
  | { kind: 'refused'; code: number; message: string };

export interface GroupState {
  followers: ReadonlyMap<number, Follower>;
  /** When it ends by inactivity, Unix ms; null while nothing threatens. */
  idleEndsAt: number | null;
  over: GroupOver | null;
}

export type GroupNews =
  | { type: 'opened' }
  | { type: 'followers'; changed: readonly Follower[] }
  | { type: 'idle'; seconds: number }
  | { type: 'over'; over: GroupOver };

export const fresh: GroupState = { followers: new Map(), idleEndsAt: null, over: null };

/** The state after news that came at `nowMs`. */
export function afterNews(state: GroupState, news: GroupNews, nowMs: number): GroupState {
  if (news.type === 'opened') return fresh;
  // What is over stays over: a late message must not make it look alive.
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

/** The end reasons of the stream, by their numbers. */
const REASONS = Array.from({ length: 32 }, (_, at) => at + 1);

/** The words and the next step of an end that is told by its name; undefined for one that this console does not know. */
export function endOf(name: string, detail: number) {
  return REASONS.map((reason) => endView(reason, detail)).find((view) => view.name === name);
}
