// The stream worker: hands the page's messages to the wasm module, and the module's events to the page.
// The module is imported dynamically: a static import would lose the messages that come while it loads.
import type { Deck, Player, SoftDecoder } from '@owldeck/stream';
import { AudioReceiver, soundDecoders } from './audioReceiver';
import type { FromWorker, ToWorker } from './types';

type OutputHandler = ConstructorParameters<typeof Player>[5];

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
  addEventListener(type: 'unhandledrejection', listener: (event: PromiseRejectionEvent) => void): void;
}

interface DeckCanvas {
  canvas: OffscreenCanvas;
  /** The phone whose picture is drawn on the canvas; null while there is none. */
  phoneId: number | null;
}

const INPUTS: ReadonlySet<ToWorker['type']> = new Set(['input', 'inputAll', 'inputOne']);

const scope = self as unknown as WorkerScope;
const stream = import('@owldeck/stream');

// A play worker has one stage and at most one player on it; the deck worker has decks and the canvases of their cells.
let stage: OffscreenCanvas | null = null;
let player: { session: number; inner: Player; ear: AudioReceiver | null } | null = null;
const decks = new Map<number, Deck>();
const canvases = new Map<number, DeckCanvas>();
const asked = new Map<number, (token: string | null) => void>();
let lastAsk = 0;

function askToken(of: number, refresh: boolean): Promise<string | null> {
  lastAsk += 1;
  const ask = lastAsk;
  scope.postMessage({ type: 'askToken', ask, of, refresh });
  return new Promise((resolve) => asked.set(ask, resolve));
}

let software: Promise<() => SoftDecoder> | null = null;

/** Loads the software decoder where the browser has none; a failed load is tried again at the next call. */
function loadSoftware(): Promise<() => SoftDecoder> {
  software ??= import('./soft')
    .then(({ load }) => load())
    .catch((fault) => {
      software = null;
      throw fault;
    });
  return software;
}

function stop(): void {
  player?.inner.close();
  player?.inner.free();
  player?.ear?.close();
  player = null;
}

/** Handles output of a session: sound goes to the speaker's thread, files to the page. */
const outputHandler =
  (session: number): OutputHandler =>
  (what, data, aboutMs) => {
    if (data instanceof ArrayBuffer) {
      if (player?.session === session) player.ear?.take(data, aboutMs);
    } else if (what !== 'sound') {
      scope.postMessage({ type: 'made', session, what, data, aboutMs });
    }
  };

/** Sends the phone's sound to this port, or to the one given before. */
async function listen(session: number, port: MessagePort | null): Promise<void> {
  const decodes = await soundDecoders();
  if (player?.session !== session) {
    port?.close();
    return;
  }
  const { inner } = player;
  if (port) {
    player.ear?.close();
    player.ear = new AudioReceiver(port, (decoded) => {
      // A format that failed once is not tried again in this worker.
      decodes[decoded] = false;
      if (player?.inner === inner) inner.input({ type: 'listen', ...decodes });
    });
  }
  inner.input({ type: 'listen', ...decodes });
}

async function receive(message: ToWorker): Promise<void> {
  if (message.type === 'token') {
    asked.get(message.ask)?.(message.token);
    asked.delete(message.ask);
    return;
  }
  const { Deck, Player } = await stream;
  switch (message.type) {
    case 'play': {
      const { session, options } = message;
      stop();
      stage = message.canvas ?? stage;
      if (!stage) return;
      const inner = new Player(
        stage,
        options,
        (event) => scope.postMessage({ type: 'play', session, event }),
        (refresh) => askToken(session, refresh),
        loadSoftware,
        outputHandler(session),
      );
      player = { session, inner, ear: null };
      return;
    }
    case 'input':
      if (player?.session === message.session) player.inner.input(message.input);
      return;
    case 'sound':
      if (player?.session !== message.session) return;
      await listen(message.session, message.port);
      return;
    case 'stop':
      if (player?.session === message.session) stop();
      return;
    case 'deck': {
      const { deck, options } = message;
      const inner = new Deck(
        options,
        (event) => scope.postMessage('type' in event ? { type: 'group', deck, event } : { type: 'cell', deck, event }),
        (refresh) => askToken(deck, refresh),
        loadSoftware,
      );
      decks.set(deck, inner);
      return;
    }
    case 'phones':
      decks.get(message.deck)?.setPhones(message.phoneIds);
      return;
    case 'space':
      decks.get(message.deck)?.space(message.intervalMs);
      return;
    case 'attach': {
      const { canvasId, phoneId } = message;
      if (message.canvas) canvases.set(canvasId, { canvas: message.canvas, phoneId: null });
      const entry = canvases.get(canvasId);
      if (!entry) return;
      const another = entry.phoneId !== phoneId;
      entry.phoneId = phoneId;
      decks.get(message.deck)?.attach(phoneId, entry.canvas, another);
      return;
    }
    case 'detach':
      decks.get(message.deck)?.detach(message.phoneId);
      return;
    case 'include':
      decks.get(message.deck)?.include(message.phoneId);
      return;
    case 'exclude':
      decks.get(message.deck)?.exclude(message.phoneId);
      return;
    case 'inputAll':
      decks.get(message.deck)?.input(message.input, message.landscape);
      return;
    case 'inputOne':
      decks.get(message.deck)?.inputTo(message.phoneId, message.input);
      return;
    case 'stay':
      decks.get(message.deck)?.stay();
      return;
    case 'stopDeck':
      decks.get(message.deck)?.free();
      decks.delete(message.deck);
      return;
    case 'forget':
      canvases.delete(message.canvasId);
  }
}

scope.onmessage = async ({ data }) => {
  try {
    await receive(data);
  } catch (fault) {
    // An input that the module does not read is the page's mistake and harms nobody; anything else on the way in is fatal.
    if (!INPUTS.has(data.type) || fault instanceof WebAssembly.RuntimeError) scope.postMessage({ type: 'failed' });
  }
};

/** After a trap the module's memory is not to be trusted, wherever it was called from. */
const trapped = (fault: unknown) => {
  if (fault instanceof WebAssembly.RuntimeError) scope.postMessage({ type: 'failed' });
};
scope.addEventListener('error', (event) => trapped(event.error));
scope.addEventListener('unhandledrejection', (event) => trapped(event.reason));

stream.then(
  () => scope.postMessage({ type: 'ready' }),
  () => scope.postMessage({ type: 'failed' }),
);
