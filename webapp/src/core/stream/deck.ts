// Many phones in small pictures: one worker for the page's whole life, since the canvases given to it cannot be taken back.
import type { GroupEvent } from '@owldeck/stream';
import { channelCode, locale } from '../storage';
import { canDraw, type StreamWorker, startWorker } from './startWorker';
import type { CellState, DeckHandle, OpenDeckOptions, ToWorker } from './types';

/** Callbacks of a deck with a master, beside those of its cells. */
export interface GroupListener {
  master: number;
  onEvent(event: GroupEvent): void;
  /** The worker failed and the deck is closed. */
  onFailed(): void;
}

interface OpenDeck {
  options: OpenDeckOptions;
  states: Map<number, CellState>;
  listeners: Map<number, Set<(state: CellState) => void>>;
  group: GroupListener | null;
}

const decks = new Map<number, OpenDeck>();
let worker: StreamWorker | null = null;
/** Number of each element's canvas in the worker; a failed worker's numbers are dropped. */
let canvasIds = new WeakMap<HTMLCanvasElement, number>();
let lastDeck = 0;
let lastCanvas = 0;

const collected = new FinalizationRegistry<{ id: number; of: StreamWorker }>(({ id, of }) => {
  if (worker === of) of.post({ type: 'forget', canvasId: id });
});

function deckWorker(): StreamWorker {
  worker ??= startWorker({
    tokens: (of) => decks.get(of)?.options,
    onMessage: (message) => {
      if (message.type === 'cell') notifyCell(message.deck, message.event.phoneId, message.event.state);
      else if (message.type === 'group') decks.get(message.deck)?.group?.onEvent(message.event);
    },
    onFailed: () => {
      worker = null;
      canvasIds = new WeakMap();
      for (const [deck, { group }] of [...decks]) {
        if (group && decks.delete(deck)) group.onFailed();
      }
    },
  });
  return worker;
}

function notifyCell(deck: number, phoneId: number, state: CellState): void {
  const open = decks.get(deck);
  if (!open) return;
  open.states.set(phoneId, state);
  for (const listener of open.listeners.get(phoneId) ?? []) listener(state);
}

/** An element's canvas: its number, and itself when it is given away now. */
function canvasOf(element: HTMLCanvasElement, of: StreamWorker): { id: number; canvas: OffscreenCanvas | null } | null {
  const known = canvasIds.get(element);
  if (known !== undefined) return { id: known, canvas: null };
  try {
    const canvas = element.transferControlToOffscreen();
    lastCanvas += 1;
    canvasIds.set(element, lastCanvas);
    collected.register(element, { id: lastCanvas, of });
    return { id: lastCanvas, canvas };
  } catch {
    // A canvas that already has a drawing context cannot be handed to the worker, so its cell never gets a picture.
    return null;
  }
}

/** Ends all decks and their worker; the next deck starts another. */
export function stopDecks(): void {
  worker?.terminate();
  worker = null;
  canvasIds = new WeakMap();
  decks.clear();
}

/** The deck of a browser that is too old for pictures: does nothing. */
export const nothing: DeckHandle = {
  attach: () => {},
  detach: () => {},
  setPhones: () => {},
  space: () => {},
  onCell: () => () => {},
  close: () => {},
};

/** A deck in the worker: its number there, a function that posts messages while the deck is open, and the page's handle. */
export interface StartedDeck {
  deck: number;
  post(message: ToWorker): void;
  handle: DeckHandle;
}

/** Starts a deck, or a group's; `null` where the browser is too old for pictures. */
export function startDeck(options: OpenDeckOptions, group: GroupListener | null): StartedDeck | null {
  if (!canDraw()) return null;
  lastDeck += 1;
  const deck = lastDeck;
  const open: OpenDeck = { options, states: new Map(), listeners: new Map(), group };
  decks.set(deck, open);
  const mine = deckWorker();
  const isOpen = () => decks.has(deck) && worker === mine;
  const post = (message: ToWorker) => {
    if (isOpen()) mine.post(message);
  };
  const plain = { lang: options.lang ?? locale.get(), channelCode: channelCode.get() };
  post({ type: 'deck', deck, options: group ? { ...plain, master: group.master } : plain });
  const handle: DeckHandle = {
    attach: (phoneId, element) => {
      const given = isOpen() ? canvasOf(element, mine) : null;
      if (!given) return;
      const { id: canvasId, canvas } = given;
      mine.post({ type: 'attach', deck, phoneId, canvasId, canvas }, canvas ? [canvas] : []);
    },
    detach: (phoneId) => {
      open.states.delete(phoneId);
      post({ type: 'detach', deck, phoneId });
    },
    setPhones: (phoneIds) => post({ type: 'phones', deck, phoneIds }),
    space: (intervalMs) => post({ type: 'space', deck, intervalMs }),
    onCell: (phoneId, listener) => {
      const listeners = open.listeners.get(phoneId) ?? new Set();
      open.listeners.set(phoneId, listeners.add(listener));
      const known = open.states.get(phoneId);
      if (known) listener(known);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) open.listeners.delete(phoneId);
      };
    },
    close: () => {
      post({ type: 'stopDeck', deck });
      decks.delete(deck);
    },
  };
  return { deck, post, handle };
}

/** Opens a deck; it connects when it has phones. Where the browser is too old for pictures, its cells stay as they are. */
export const openDeck = (options: OpenDeckOptions): DeckHandle => startDeck(options, null)?.handle ?? nothing;
