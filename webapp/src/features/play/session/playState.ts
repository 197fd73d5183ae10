// What the play page knows of its session: events come in, a plain state comes out. Pictures never pass here.
import { PlayStream } from '@/contract/constants';
import type { PlayEvent } from '@/core/stream';

/** Seconds of figures that the sparklines show. */
export const HISTORY = 30;

export type Stats = Extract<PlayEvent, { type: 'stats' }>;

/** Why there is no picture any more. `unrecoverable`: trying again in this browser changes nothing. */
export type Over =
  | { kind: 'ended'; reason: number; detail: number }
  | { kind: 'refused'; code: number; message: string; unrecoverable: boolean };

export type Person = Extract<PlayEvent, { type: 'people' }>['people'][number];

/** Somebody who asks for control, and when the question ends, Unix ms. */
export interface ControlRequest {
  from: number;
  relation: Person['relation'];
  name: string;
  endsAt: number;
}

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
  /** How the session stands to the phone's sound: 0 off, 1 starting, 2 live, 3 none, 4 broken off. */
  sound: 0 | 1 | 2 | 3 | 4;
  /** Whether the clipboard is shared with the phone; null for those who only watch. */
  shared: boolean | null;
  /** What was chosen, and what is shown; null until the server says. */
  quality: { wanted: 0 | 1 | 2 | 3; shown: 1 | 2 | 3 | 4 } | null;
  /** The clip under way. */
  clip: { lengthMs: number; bytes: number } | null;
  /** The picture is black although the phone is being used. */
  black: boolean;
  attempt: number;
  /** Why the phone takes nothing from who should control it, as the detail of an end without a picture; null while it does. */
  barred: number | null;
  /** How what the member does goes to the phone: 0 injected, 1 another way is tried and nothing goes, 2 by virtual devices. */
  way: 0 | 1 | 2;
  /** Whether the phone keeps up: 0 it does, 1 inputs wait, 2 some were left out. */
  pace: 0 | 1 | 2;
  /** Who is at the phone, this page's member among them; empty until it is told. */
  people: Person[];
  /** How many see it by a page outside; told to the owner alone. */
  others: number;
  /** Who asks this page for control, the first first. */
  questions: ControlRequest[];
  /** Until when this page awaits an answer to its own question, Unix ms. */
  askedUntil: number | null;
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
  sound: 0,
  shared: null,
  quality: null,
  clip: null,
  black: false,
  attempt: 0,
  barred: null,
  way: 0,
  pace: 0,
  people: [],
  others: 0,
  questions: [],
  askedUntil: null,
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
      return {
        ...state,
        control: event.control,
        level: event.level,
        shared: event.control ? state.shared : null,
        questions: event.control ? state.questions : [],
        askedUntil: event.control ? null : state.askedUntil,
        barred: null,
        way: 0,
      };
    case 'inputWay':
      return { ...state, control: event.way !== 1, way: event.way, pace: 0, barred: null };
    case 'viewOnly':
      return { ...state, control: false, shared: null, pace: 0, barred: event.cause, way: 0 };
    case 'size':
      return { ...state, size: { width: event.width, height: event.height } };
    case 'stats':
      return { ...state, stats: [...state.stats, event].slice(-HISTORY) };
    case 'firstFrame':
    case 'resumed':
      return { ...state, phase: 'live', attempt: 0 };
    case 'reconnecting':
      return { ...state, ...alone, phase: 'reconnecting', attempt: event.attempt, idleEndsAt: null, pace: 0 };
    case 'sound':
      return { ...state, sound: event.state };
    case 'clipboardShared':
      return { ...state, shared: event.on };
    case 'quality':
      return { ...state, quality: { wanted: event.wanted, shown: event.shown } };
    case 'recording':
      return { ...state, clip: { lengthMs: event.lengthMs, bytes: event.bytes } };
    case 'recorded':
      return { ...state, clip: null };
    case 'pace':
      return { ...state, pace: event.pace };
    case 'black':
      return { ...state, black: event.on };
    case 'idleWarning':
      return { ...state, idleEndsAt: event.seconds > 0 ? nowMs + event.seconds * 1000 : null };
    case 'people':
      return { ...state, people: event.people, others: event.others };
    case 'controlAsked': {
      const { from, relation, name, seconds } = event;
      const rest = state.questions.filter((known) => known.from !== from);
      const asked = { from, relation, name, endsAt: nowMs + seconds * 1000 };
      return { ...state, questions: seconds > 0 ? [...rest, asked] : rest };
    }
    case 'controlAnswered':
      return { ...state, askedUntil: event.state === PlayStream.askAsked ? nowMs + event.seconds * 1000 : null };
    case 'refused':
      return over(state, {
        kind: 'refused',
        code: event.code,
        message: event.msg,
        unrecoverable: event.reason === 'tooOld',
      });
    case 'ended':
      return over(state, { kind: 'ended', reason: event.reason, detail: event.detail });
    case 'app':
    case 'controlMoved':
    case 'clipboard':
    case 'clipboardSet':
      return state;
  }
}

/** Of the others nothing is known without a connection. */
const alone = { people: [], others: 0, questions: [], askedUntil: null } satisfies Partial<PlayState>;

const over = (state: PlayState, why: Over): PlayState => ({
  ...state,
  ...alone,
  phase: 'over',
  control: false,
  sound: 0,
  shared: null,
  clip: null,
  black: false,
  pace: 0,
  idleEndsAt: null,
  over: why,
});
