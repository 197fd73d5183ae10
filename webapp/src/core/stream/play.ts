// One phone, live on a canvas: a worker of its own, which stays with the canvas while that is on the page.
import type { PlayInput } from '@owldeck/stream';
import { channelCode } from '../storage';
import { refusalWords } from './refusals';
import { canDraw, type StreamWorker, startWorker } from './startWorker';
import type { OpenPlayOptions, PlayHandle, RefusedReason } from './types';

/** Interval at which an unused stage checks whether its canvas left the page. */
const LOOK_MS = 5_000;

/** Worker of a canvas. A canvas can be transferred only once, so the worker is kept for the next session on it. */
interface PlayStage {
  worker: StreamWorker;
  current: { session: number; options: OpenPlayOptions } | null;
  /** The newest session, open or closed: its clip may still come. */
  newest: { session: number; options: OpenPlayOptions } | null;
}

const stages = new Map<HTMLCanvasElement, PlayStage>();
/** Canvases whose worker is gone: nothing can be drawn on them any more. */
const spent = new WeakSet<HTMLCanvasElement>();
let lastSession = 0;

function makeStage(canvas: HTMLCanvasElement): { stage: PlayStage; offscreen: OffscreenCanvas } | null {
  let offscreen: OffscreenCanvas;
  try {
    offscreen = canvas.transferControlToOffscreen();
  } catch {
    return null;
  }
  const stage: PlayStage = {
    current: null,
    newest: null,
    worker: startWorker({
      tokens: (of) => (stage.current?.session === of ? stage.current.options : undefined),
      onMessage: (message) => {
        if (message.type === 'made' && stage.newest?.session === message.session) {
          const { onShot, onClip } = stage.newest.options;
          if (message.what === 'clip') onClip?.(message.data, message.aboutMs);
          else if (stage.current) onShot?.(message.data);
          return;
        }
        if (message.type !== 'play' || stage.current?.session !== message.session) return;
        const { event } = message;
        const { options } = stage.current;
        if (event.type === 'refused' && event.reason) refuse(options, event.reason);
        else options.onEvent(event);
      },
      onFailed: () => {
        leave(canvas);
        const options = stage.current?.options;
        stage.current = null;
        if (options) refuse(options, 'notLoaded');
      },
    }),
  };
  stages.set(canvas, stage);
  return { stage, offscreen };
}

function leave(canvas: HTMLCanvasElement): void {
  stages.delete(canvas);
  spent.add(canvas);
}

function endWhenUnused(canvas: HTMLCanvasElement, stage: PlayStage): void {
  setTimeout(() => {
    if (stage.current || !stages.has(canvas)) return;
    if (canvas.isConnected) {
      endWhenUnused(canvas, stage);
      return;
    }
    leave(canvas);
    stage.worker.terminate();
  }, LOOK_MS);
}

const refuse = (options: OpenPlayOptions, reason: RefusedReason) =>
  options.onEvent({ type: 'refused', code: 0, msg: refusalWords(reason, options.lang), reason });

/** Ends all sessions and their workers; no event follows. */
export function stopPlays(): void {
  for (const [canvas, stage] of stages) {
    leave(canvas);
    stage.current = null;
    stage.worker.terminate();
  }
}

/** Opens a phone on a canvas: connects at once, reconnects by itself; `refused` and `ended` are the last events. */
export function openPlay(canvas: HTMLCanvasElement, options: OpenPlayOptions): PlayHandle {
  lastSession += 1;
  const session = lastSession;
  const current = { session, options };
  let closed = false;
  let stage = stages.get(canvas);
  let offscreen: OffscreenCanvas | null = null;
  let refused: RefusedReason | null = null;
  if (!canDraw()) {
    refused = 'tooOld';
  } else if (!stage) {
    const made = spent.has(canvas) ? null : makeStage(canvas);
    if (made) ({ stage, offscreen } = made);
    else refused = 'canvasTaken';
  }
  if (refused || !stage) {
    const reason = refused ?? 'canvasTaken';
    queueMicrotask(() => {
      if (!closed) refuse(options, reason);
    });
    stage = undefined;
  } else {
    stage.current = current;
    stage.newest = current;
    const { phoneId, lang, mode } = options;
    stage.worker.post(
      { type: 'play', session, options: { phoneId, lang, mode, channelCode: channelCode.get() }, canvas: offscreen },
      offscreen ? [offscreen] : [],
    );
  }
  const input = (value: PlayInput) => {
    if (stage?.current === current) stage.worker.post({ type: 'input', session, input: value });
  };
  return {
    touch: (action, pointer, x, y, pressure) => input({ type: 'touch', action, pointer, x, y, pressure }),
    scroll: (x, y, horizontal, vertical) => input({ type: 'scroll', x, y, horizontal, vertical }),
    key: (action, keycode, repeat, meta) => input({ type: 'key', action, keycode, repeat, meta }),
    text: (text) => input({ type: 'text', text }),
    paste: (text) => input({ type: 'paste', text }),
    rotate: () => input({ type: 'rotate' }),
    listen: (port) => {
      if (stage?.current !== current) return;
      stage.worker.post({ type: 'sound', session, port: port ?? null }, port ? [port] : []);
    },
    mute: () => input({ type: 'mute' }),
    shareClipboard: (on) => input({ type: 'shareClipboard', on }),
    setClipboard: (sequence, text) => input({ type: 'setClipboard', sequence, text }),
    followApp: (on) => input({ type: 'followApp', on }),
    quality: (wanted) => input({ type: 'quality', wanted }),
    askControl: () => input({ type: 'askControl' }),
    giveControl: (to) => input({ type: 'giveControl', to }),
    refuseControl: (to) => input({ type: 'refuseControl', to }),
    shoot: () => input({ type: 'shoot' }),
    record: () => input({ type: 'record' }),
    endRecord: () => input({ type: 'endRecord' }),
    stay: () => input({ type: 'stay' }),
    reset: () => input({ type: 'reset' }),
    close: () => {
      closed = true;
      if (stage?.current !== current) return;
      stage.current = null;
      stage.worker.post({ type: 'stop', session });
      endWhenUnused(canvas, stage);
    },
  };
}
