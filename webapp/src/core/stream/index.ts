// Live pictures: the only door to the stream workers. Sockets and frames live there, never in a store.
export { openDeck } from './deck';
export { openPlay } from './play';
export type {
  CellState,
  DeckHandle,
  DecoderKind,
  OpenDeckOptions,
  OpenPlayOptions,
  PlayEvent,
  PlayHandle,
  PlayMode,
  RefusedReason,
} from './types';
