// The interface of the live pictures to pages, and the messages between the page and its stream workers.
// The values themselves are defined in Rust (wasm-core/stream/src/types.rs).
import type {
  CellEvent,
  CellView,
  DeckOptions,
  Follower,
  GroupEvent,
  PlayEvent,
  PlayInput,
  PlayMode,
  PlayOptions,
} from '@owldeck/stream';

export type {
  ClipEnd,
  DecoderKind,
  Follower,
  FollowingState,
  PlayEvent,
  PlayMode,
  RefusedReason,
} from '@owldeck/stream';
export type CellState = CellView;
type Lang = PlayOptions['lang'];

/** How workers get the member's access token. */
export interface TokenSource {
  getAccessToken(): string | null;
  refreshAccessToken(): Promise<string | null>;
}

export interface OpenPlayOptions extends TokenSource {
  phoneId: number;
  lang: Lang;
  mode: PlayMode;
  onEvent(event: PlayEvent): void;
  /** A picture that was asked for, as PNG. */
  onShot?(picture: Blob): void;
  /** A clip that was recorded, as MP4: comes even after the session was closed, so that leaving loses nothing. */
  onClip?(clip: Blob, lengthMs: number): void;
}

/** Actions of a member on a phone. Coordinates and pressure are 0–65,535 of the picture; input is dropped while there is no control. */
export interface PlayHandle {
  /** 0 down, 1 up, 2 move, 3 cancel; `pointer` tells fingers apart. */
  touch(action: 0 | 1 | 2 | 3, pointer: number, x: number, y: number, pressure: number): void;
  /** Notches of the wheel: to the right, and up; fractions count. */
  scroll(x: number, y: number, horizontal: number, vertical: number): void;
  /** 0 down, 1 up; Android's key code and meta state. */
  key(action: 0 | 1, keycode: number, repeat: number, meta: number): void;
  text(text: string): void;
  paste(text: string): void;
  rotate(): void;
  /** Turns the phone's sound on and sends it to a speaker's port; without a port, to the one given before. */
  listen(port?: MessagePort): void;
  mute(): void;
  /** Whether the phone's clipboard and this session's are one. */
  shareClipboard(on: boolean): void;
  /** Puts a text into the phone's clipboard; `sequence` comes back with the answer. */
  setClipboard(sequence: number, text: string): void;
  /** Whether the app in front is told. */
  followApp(on: boolean): void;
  /** 0 automatic, 1 high, 2 standard, 3 fluent. */
  quality(wanted: 0 | 1 | 2 | 3): void;
  /** Asks for control: the owner gets it at once, a guest when whoever has it agrees. */
  askControl(): void;
  /** Hands control to a person, by its number. */
  giveControl(to: number): void;
  /** Refuses a person's question for control. */
  refuseControl(to: number): void;
  /** Asks for a picture of what is shown. */
  shoot(): void;
  /** Begins a clip. */
  record(): void;
  /** Ends the clip. */
  endRecord(): void;
  /** Takes the idle warning back. */
  stay(): void;
  /** Asks for a fresh picture. */
  reset(): void;
  /** Ends the session; no event follows. The last picture stays, and the same canvas may be opened again while it is on the page. */
  close(): void;
}

export interface OpenDeckOptions extends TokenSource {
  /** Language of the server's messages; the stored language when left out. */
  lang?: Lang;
}

/** Many small pictures behind one socket. */
export interface DeckHandle {
  /** Shows the phone on a canvas that is in view; the same canvas may come and go. */
  attach(phoneId: number, canvas: HTMLCanvasElement): void;
  /** The canvas left the view: it keeps its picture. */
  detach(phoneId: number): void;
  /** The phones that may be attached. */
  setPhones(phoneIds: number[]): void;
  /** Each cell gets one picture in so many milliseconds at most; 0 for each that the phone makes. */
  space(intervalMs: number): void;
  /** Hears how a phone's cell is, at once when that is known; returns how to stop. */
  onCell(phoneId: number, listener: (state: CellState) => void): () => void;
  close(): void;
}

export interface OpenGroupOptions extends OpenDeckOptions {
  /** The phone that is played; it never follows. */
  master: number;
  /** States of followers, each complete; changes of a short while come together. A phone that was never named is excluded. */
  onFollowers(changed: Follower[]): void;
  /** Seconds until the idle end; 0 withdraws the warning. */
  onIdleWarning(seconds: number): void;
  /** Over: nothing follows, and nothing connects again. The stable name of the reason; minutes of idleness, else 0. */
  onEnded(reason: string, detail: number): void;
  /** Not granted, in the server's words; code 0 where not the server but the browser refused. Only another set of phones is tried again. */
  onRefused(code: number, msg: string): void;
}

/** Of many phones: their small pictures, and what those that follow are told. Coordinates as in `PlayHandle`; dropped while there is no connection. */
export interface GroupHandle extends DeckHandle {
  /** Has a phone follow, over every connection until it is excluded; one that was refused is tried anew. */
  include(phoneId: number): void;
  exclude(phoneId: number): void;
  /** Sends an input to all followers; `landscape`: whether the master's picture was in landscape. */
  touch(action: 0 | 1 | 2 | 3, pointer: number, x: number, y: number, pressure: number, landscape: boolean): void;
  scroll(x: number, y: number, horizontal: number, vertical: number, landscape: boolean): void;
  key(action: 0 | 1, keycode: number, repeat: number, meta: number): void;
  text(text: string): void;
  paste(text: string): void;
  rotate(): void;
  /** Sends an input to one follower. */
  textTo(phoneId: number, text: string): void;
  /** Takes the idle warning back. */
  stay(): void;
}

/** Page to worker. `session` and `deck` are numbers of the page, so that late messages of an earlier one are told apart. */
export type ToWorker =
  | { type: 'play'; session: number; options: PlayOptions; canvas: OffscreenCanvas | null }
  | { type: 'input'; session: number; input: PlayInput }
  | { type: 'sound'; session: number; port: MessagePort | null }
  | { type: 'stop'; session: number }
  | { type: 'deck'; deck: number; options: DeckOptions }
  | { type: 'phones'; deck: number; phoneIds: number[] }
  | { type: 'space'; deck: number; intervalMs: number }
  | { type: 'attach'; deck: number; phoneId: number; canvasId: number; canvas: OffscreenCanvas | null }
  | { type: 'detach'; deck: number; phoneId: number }
  | { type: 'include' | 'exclude'; deck: number; phoneId: number }
  | { type: 'inputAll'; deck: number; input: PlayInput; landscape: boolean | null }
  | { type: 'inputOne'; deck: number; phoneId: number; input: PlayInput }
  | { type: 'stay'; deck: number }
  | { type: 'stopDeck'; deck: number }
  | { type: 'forget'; canvasId: number }
  | { type: 'token'; ask: number; token: string | null };

/** Worker to page. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed' }
  | { type: 'play'; session: number; event: PlayEvent }
  | { type: 'made'; session: number; what: 'shot' | 'clip'; data: Blob; aboutMs: number }
  | { type: 'cell'; deck: number; event: CellEvent }
  | { type: 'group'; deck: number; event: GroupEvent }
  | { type: 'askToken'; ask: number; of: number; refresh: boolean };
