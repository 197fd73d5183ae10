// Reducer of the play page's state: events of the session come in, a plain state comes out. Frames never pass here.
import { PlayStream } from '@/contract/constants';
import type { PlayEvent } from '@/core/stream';

/** Seconds of statistics that are kept, which the sparklines show. */
export const HISTORY = 30;

export type Stats = Extract<PlayEvent, { type: 'stats' }>;

/** Reason why the session has ended. `unrecoverable`: another try in this browser would fail in the same way. */
export type Over =
  | { kind: 'ended'; reason: number; detail: number }
  | { kind: 'refused'; code: number; message: string; unrecoverable: boolean };

export type Person = Extract<PlayEvent, { type: 'people' }>['people'][number];

/** A person's request for control. `endsAt` is the time at which it lapses, Unix ms. */
export interface ControlRequest {
  from: number;
  relation: Person['relation'];
  name: string;
  endsAt: number;
}

export interface PlayState {
  phase: 'opening' | 'live' | 'reconnecting' | 'over';
  /** Step that an opening session has reached: 0 sign-in, 1 phone, 2 first picture. */
  stage: 0 | 1 | 2;
  /** Whether this session has control, so that its inputs are accepted. */
  control: boolean;
  /** The member's right to the phone, once known: 1 view, 2 operate, 3 owner. */
  level: 1 | 2 | 3 | null;
  size: { width: number; height: number } | null;
  /** Statistics of the last seconds, the oldest first. */
  stats: Stats[];
  /** State of the phone's sound: 0 off, 1 starting, 2 live, 3 the phone has none, 4 broken off. */
  sound: 0 | 1 | 2 | 3 | 4;
  /** Whether the clipboard is shared with the phone; null for a session that only watches. */
  clipboardShared: boolean | null;
  /** Chosen quality and the one that is shown; null until the server has named them. */
  quality: { wanted: 0 | 1 | 2 | 3; shown: 1 | 2 | 3 | 4 } | null;
  /** Length and size of the clip that is being recorded; null while none is. */
  clip: { lengthMs: number; bytes: number } | null;
  /** Whether the picture is black although the phone is in use: its app forbids capture. */
  black: boolean;
  attempt: number;
  /** Reason why the phone takes no input, by the details of an end without a picture; null while it takes input. */
  inputFault: number | null;
  /** Input method of the phone: 0 injection, 1 another method is being tried and inputs are dropped, 2 virtual devices. */
  inputMethod: 0 | 1 | 2;
  /** Whether the phone keeps up with the inputs: 0 yes, 1 inputs wait, 2 inputs were dropped. */
  inputPace: 0 | 1 | 2;
  /** People who see the phone in the console, this member among them; empty until the server has named them. */
  people: Person[];
  /** Number of viewers by share links and embedded pages; only the owner gets it. */
  others: number;
  /** Requests for control that this session may grant, the oldest first. */
  controlRequests: ControlRequest[];
  /** Time until which this session's own request for control is open, Unix ms; null while there is none. */
  askedUntil: number | null;
  /** Time at which the session ends by inactivity, Unix ms; null while no end was announced. */
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
  clipboardShared: null,
  quality: null,
  clip: null,
  black: false,
  attempt: 0,
  inputFault: null,
  inputMethod: 0,
  inputPace: 0,
  people: [],
  others: 0,
  controlRequests: [],
  askedUntil: null,
  idleEndsAt: null,
  over: null,
};

/** The state after an event that came at `nowMs`. */
export function afterEvent(state: PlayState, event: PlayEvent, nowMs: number): PlayState {
  // An ended session stays ended: a late message must not open it again.
  if (state.phase === 'over') return state;
  switch (event.type) {
    case 'stage':
      return { ...state, stage: event.stage };
    case 'hello':
      return {
        ...state,
        control: event.control,
        level: event.level,
        clipboardShared: event.control ? state.clipboardShared : null,
        controlRequests: event.control ? state.controlRequests : [],
        askedUntil: event.control ? null : state.askedUntil,
        inputFault: null,
        inputMethod: 0,
      };
    case 'inputWay':
      return { ...state, control: event.way !== 1, inputMethod: event.way, inputPace: 0, inputFault: null };
    case 'viewOnly':
      return { ...state, control: false, clipboardShared: null, inputPace: 0, inputFault: event.cause, inputMethod: 0 };
    case 'size':
      return { ...state, size: { width: event.width, height: event.height } };
    case 'stats':
      return { ...state, stats: [...state.stats, event].slice(-HISTORY) };
    case 'firstFrame':
    case 'resumed':
      return { ...state, phase: 'live', attempt: 0 };
    case 'reconnecting':
      return { ...state, ...alone, phase: 'reconnecting', attempt: event.attempt, idleEndsAt: null, inputPace: 0 };
    case 'sound':
      return { ...state, sound: event.state };
    case 'clipboardShared':
      return { ...state, clipboardShared: event.on };
    case 'quality':
      return { ...state, quality: { wanted: event.wanted, shown: event.shown } };
    case 'recording':
      return { ...state, clip: { lengthMs: event.lengthMs, bytes: event.bytes } };
    case 'recorded':
      return { ...state, clip: null };
    case 'pace':
      return { ...state, inputPace: event.pace };
    case 'black':
      return { ...state, black: event.on };
    case 'idleWarning':
      return { ...state, idleEndsAt: event.seconds > 0 ? nowMs + event.seconds * 1000 : null };
    case 'people':
      return { ...state, people: event.people, others: event.others };
    case 'controlAsked': {
      const { from, relation, name, seconds } = event;
      const rest = state.controlRequests.filter((known) => known.from !== from);
      const asked = { from, relation, name, endsAt: nowMs + seconds * 1000 };
      return { ...state, controlRequests: seconds > 0 ? [...rest, asked] : rest };
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

/** State of other people, reset without a connection: nothing is known of them then. */
const alone = { people: [], others: 0, controlRequests: [], askedUntil: null } satisfies Partial<PlayState>;

const over = (state: PlayState, why: Over): PlayState => ({
  ...state,
  ...alone,
  phase: 'over',
  control: false,
  sound: 0,
  clipboardShared: null,
  clip: null,
  black: false,
  inputPace: 0,
  idleEndsAt: null,
  over: why,
});
