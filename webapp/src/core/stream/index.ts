// Live pictures: the only door to the stream workers. Sockets and frames live there, never in a store.
import { onSessionEnd } from '../session';
import { stopDecks } from './deck';
import { stopPlays } from './play';

export { openDeck } from './deck';
export { openGroup } from './group';
export { openPlay } from './play';
export type {
  CellState,
  ClipEnd,
  DeckHandle,
  DecoderKind,
  Follower,
  FollowingState,
  GroupHandle,
  OpenDeckOptions,
  OpenGroupOptions,
  OpenPlayOptions,
  PlayEvent,
  PlayHandle,
  PlayMode,
  RefusedReason,
  TokenSource,
} from './types';

/** Ends every picture at once, with its worker and the last frames in its memory. */
export function stopStreams(): void {
  stopPlays();
  stopDecks();
}

// Streams end with the session: pictures that one member saw must not stay where the next one sits.
onSessionEnd(stopStreams);
