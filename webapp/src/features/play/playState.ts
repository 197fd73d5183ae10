// What the play page knows of its session: events come in, a plain state comes out. Pictures never pass here.
import type { PlayEvent } from '@/core/stream';

/** Seconds of figures that the sparklines show. */
export const HISTORY = 30;

export type Stats = Extract<PlayEvent, { type: 'stats' }>;

/** Why there is no picture any more. `hopeless`: trying again in this browser changes nothing. */
export type Over =
  | { kind: 'ended'; reason: number; detail: number }
  | { kind: 'refused'; code: number; message: string; hopeless: boolean };

export interface PlayState {
  phase: 'opening' | 'live' | 'reconnecting' | 'over';
  /** How far an opening session has come. */
  stage: 0 | 1 | 2;
  /** Whether inputs are accepted. */
  control: boolean;
  /** The right, once known: 1 view, 2 operate, 3 owner. */
  level: 1 | 2 | 3 | null;
  size: { width: number; height: number } | null;
  /** Of the last seconds, oldest first. */
  stats: Stats[];
  attempt: number;
  /** When the session ends by inactivity, Unix ms; null while nothing threatens. */
  idleEndsAt: number | null;
  over: Over | null;
}

export const opening: PlayState = {
  phase: 'opening',
  stage: 0,
  control: false,
  level: null,
  size: null,
  stats: [],
  attempt: 0,
  idleEndsAt: null,
  over: null,
};

/** The state after an event that came at `nowMs`. */
export function afterEvent(state: PlayState, event: PlayEvent, nowMs: number): PlayState {
  // What is over stays over: a late message must not open it again.
  if (state.phase === 'over') return state;
  switch (event.type) {
    case 'stage':
      return { ...state, stage: event.stage };
    case 'hello':
      return { ...state, control: event.control, level: event.level };
    case 'size':
      return { ...state, size: { width: event.width, height: event.height } };
    case 'stats':
      return { ...state, stats: [...state.stats, event].slice(-HISTORY) };
    case 'firstFrame':
    case 'resumed':
      return { ...state, phase: 'live', attempt: 0 };
    case 'reconnecting':
      return { ...state, phase: 'reconnecting', attempt: event.attempt, idleEndsAt: null };
    case 'idleWarning':
      return { ...state, idleEndsAt: event.seconds > 0 ? nowMs + event.seconds * 1000 : null };
    case 'refused':
      return over(state, {
        kind: 'refused',
        code: event.code,
        message: event.msg,
        hopeless: event.reason === 'tooOld',
      });
    case 'ended':
      return over(state, { kind: 'ended', reason: event.reason, detail: event.detail });
    case 'clipboard':
      return state;
  }
}

const over = (state: PlayState, why: Over): PlayState => ({
  ...state,
  phase: 'over',
  control: false,
  idleEndsAt: null,
  over: why,
});
