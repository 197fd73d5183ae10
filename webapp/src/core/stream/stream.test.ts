// The page's side of the stream workers, with a worker that only notes what it is told.

import type { GroupEvent } from '@owldeck/stream';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import type { Follower, FromWorker, PlayEvent, ToWorker } from './types';

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: (() => void) | null = null;
  posted: ToWorker[] = [];
  ended = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.posted.push(message);
  }
  terminate() {
    this.ended = true;
  }
  receive(data: FromWorker) {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  last() {
    return this.posted.at(-1);
  }
}

const only = (): FakeWorker => {
  expect(FakeWorker.all).toHaveLength(1);
  return FakeWorker.all[0] as FakeWorker;
};

/** A canvas that can be given away once, as browsers' can. */
function canvas(): HTMLCanvasElement {
  const element = document.createElement('canvas');
  let given = false;
  element.transferControlToOffscreen = () => {
    if (given) throw new DOMException('given away', 'InvalidStateError');
    given = true;
    return {} as OffscreenCanvas;
  };
  document.body.append(element);
  return element;
}

const tokens = { getAccessToken: () => 'old', refreshAccessToken: async () => 'new' };

async function door() {
  vi.resetModules();
  return await import('.');
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('a play session', () => {
  async function opened(on = canvas()) {
    const { openPlay } = await door();
    const events: PlayEvent[] = [];
    const open = (phoneId: number) =>
      openPlay(on, { phoneId, lang: 'en-US', mode: 'control', ...tokens, onEvent: (event) => events.push(event) });
    return { open, events, on };
  }

  it('gives its canvas to a worker and hears its events until it is closed', async () => {
    const { open, events } = await opened();
    const handle = open(5);
    const worker = only();
    expect(worker.posted).toMatchObject([
      { type: 'play', session: 1, options: { phoneId: 5, mode: 'control', channelCode: 'default' }, canvas: {} },
    ]);
    worker.receive({ type: 'play', session: 1, event: { type: 'firstFrame' } });
    handle.touch(0, 1, 2, 3, 4);
    expect(worker.last()).toEqual({
      type: 'input',
      session: 1,
      input: { type: 'touch', action: 0, pointer: 1, x: 2, y: 3, pressure: 4 },
    });
    handle.close();
    expect(worker.last()).toEqual({ type: 'stop', session: 1 });
    worker.receive({ type: 'play', session: 1, event: { type: 'resumed' } });
    handle.rotate();
    expect(worker.last()).toEqual({ type: 'stop', session: 1 });
    expect(events).toEqual([{ type: 'firstFrame' }]);
  });

  it('hands over what the session made: pictures while it is open, a clip even after', async () => {
    const { openPlay } = await door();
    const [onShot, onClip] = [vi.fn(), vi.fn()];
    const options = {
      phoneId: 5,
      lang: 'en-US',
      mode: 'control',
      ...tokens,
      onEvent: () => {},
      onShot,
      onClip,
    } as const;
    const handle = openPlay(canvas(), options);
    const [shot, clip] = [new Blob(['png']), new Blob(['mp4'])];
    const makes = (what: 'shot' | 'clip', data: Blob, session = 1) =>
      only().receive({ type: 'made', session, what, data, aboutMs: 900 });
    handle.shoot();
    expect(only().last()).toMatchObject({ input: { type: 'shoot' } });
    makes('shot', shot);
    makes('shot', shot, 2);
    expect(onShot.mock.calls).toEqual([[shot]]);
    handle.record();
    handle.close();
    makes('clip', clip);
    makes('shot', shot);
    expect(onClip.mock.calls).toEqual([[clip, 900]]);
    expect(onShot).toHaveBeenCalledOnce();
  });

  it('gives the speaker’s port to the worker, once, and goes on with it', async () => {
    const { open } = await opened();
    const handle = open(5);
    const { port1 } = new MessageChannel();
    handle.listen(port1);
    expect(only().last()).toMatchObject({ type: 'sound', session: 1 });
    handle.mute();
    handle.listen();
    expect(only().last()).toEqual({ type: 'sound', session: 1, port: null });
  });

  it('opens again on the same canvas, in the same worker, and hears nothing of the earlier phone', async () => {
    const { open, events } = await opened();
    open(5).close();
    open(6);
    const worker = only();
    expect(worker.last()).toMatchObject({ type: 'play', session: 2, options: { phoneId: 6 }, canvas: null });
    worker.receive({ type: 'play', session: 1, event: { type: 'firstFrame' } });
    expect(events).toEqual([]);
  });

  it('ends its worker when the canvas has left the page', async () => {
    vi.useFakeTimers();
    const { open, on, events } = await opened();
    open(5).close();
    const worker = only();
    vi.advanceTimersByTime(20_000);
    expect(worker.ended).toBe(false);
    on.remove();
    vi.advanceTimersByTime(5_000);
    expect(worker.ended).toBe(true);
    open(6);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toMatchObject([{ type: 'refused', reason: 'canvasTaken' }]);
  });

  it.each([
    [false, 'old'],
    [true, 'new'],
  ])('answers for a token (fresh: %s)', async (refresh, token) => {
    const { open } = await opened();
    open(5);
    const worker = only();
    worker.receive({ type: 'askToken', ask: 9, of: 1, refresh });
    await waitFor(() => expect(worker.last()).toEqual({ type: 'token', ask: 9, token }));
  });

  it('gives an ended session no token', async () => {
    const { open } = await opened();
    open(5).close();
    const worker = only();
    worker.receive({ type: 'askToken', ask: 9, of: 1, refresh: true });
    await waitFor(() => expect(worker.last()).toEqual({ type: 'token', ask: 9, token: null }));
  });

  it('is refused, once, when the worker cannot be loaded', async () => {
    const { open, events } = await opened();
    open(5);
    only().onerror?.();
    only().receive({ type: 'failed' });
    expect(events).toMatchObject([{ type: 'refused', code: 0, reason: 'notLoaded' }]);
    expect(only().ended).toBe(true);
  });

  it('outlives the fault of a single callback', async () => {
    const { open, events } = await opened();
    open(5);
    only().receive({ type: 'ready' });
    only().onerror?.();
    expect(events).toEqual([]);
    expect(only().ended).toBe(false);
  });

  it('is opened without a decoder of the browser too: the worker knows another', async () => {
    vi.stubGlobal('VideoDecoder', undefined);
    const { open, events } = await opened();
    open(5);
    const worker = only();
    expect(worker.last()).toMatchObject({ type: 'play', canvas: {} });
    worker.receive({ type: 'play', session: 1, event: { type: 'refused', code: 0, msg: '', reason: 'notLoaded' } });
    expect(events).toMatchObject([
      { type: 'refused', code: 0, reason: 'notLoaded', msg: expect.stringContaining('could not be loaded') },
    ]);
  });

  it('is refused in a browser too old for pictures and leaves the canvas alone', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined);
    const { open, events } = await opened();
    const handle = open(5);
    open(6).close();
    await Promise.resolve();
    expect(events).toMatchObject([{ type: 'refused', code: 0, reason: 'tooOld' }]);
    handle.stay();
    expect(FakeWorker.all).toEqual([]);
  });
});

describe('a deck', () => {
  it('gives each canvas away once, however often it comes and goes', async () => {
    const { openDeck } = await door();
    const element = canvas();
    const first = openDeck(tokens);
    first.setPhones([7]);
    first.attach(7, element);
    first.detach(7);
    first.attach(7, element);
    first.close();
    const second = openDeck(tokens);
    second.attach(7, element);
    const attached = only().posted.filter((message) => message.type === 'attach');
    expect(attached).toMatchObject([
      { deck: 1, phoneId: 7, canvasId: 1, canvas: {} },
      { deck: 1, phoneId: 7, canvasId: 1, canvas: null },
      { deck: 2, phoneId: 7, canvasId: 1, canvas: null },
    ]);
  });

  it('asks for pictures as seldom as the page wants them, and for nothing once it is closed', async () => {
    const { openDeck } = await door();
    const deck = openDeck(tokens);
    deck.space(5_000);
    expect(only().last()).toEqual({ type: 'space', deck: 1, intervalMs: 5_000 });
    deck.close();
    deck.space(0);
    expect(only().posted.filter(({ type }) => type === 'space')).toHaveLength(1);
  });

  it('tells each listener of its own phone, the late ones too', async () => {
    const { openDeck } = await door();
    const deck = openDeck(tokens);
    const [seven, eight, late] = [vi.fn(), vi.fn(), vi.fn()];
    const stop = deck.onCell(7, seven);
    deck.onCell(8, eight);
    only().receive({ type: 'cell', deck: 1, event: { phoneId: 7, state: 'live' } });
    deck.onCell(7, late);
    stop();
    only().receive({ type: 'cell', deck: 1, event: { phoneId: 7, state: 'offline' } });
    expect(seven.mock.calls).toEqual([['live']]);
    expect(late.mock.calls).toEqual([['live'], ['offline']]);
    expect(eight).not.toHaveBeenCalled();
  });

  it('says nothing after it was closed', async () => {
    const { openDeck } = await door();
    const deck = openDeck(tokens);
    const listener = vi.fn();
    deck.onCell(7, listener);
    deck.close();
    deck.setPhones([7]);
    deck.attach(7, canvas());
    only().receive({ type: 'cell', deck: 1, event: { phoneId: 7, state: 'live' } });
    expect(listener).not.toHaveBeenCalled();
    expect(only().last()).toEqual({ type: 'stopDeck', deck: 1 });
  });

  it('starts anew after its worker failed', async () => {
    const { openDeck } = await door();
    openDeck(tokens).attach(7, canvas());
    only().receive({ type: 'failed' });
    openDeck(tokens).attach(7, canvas());
    expect(FakeWorker.all).toHaveLength(2);
    expect(FakeWorker.all[1]?.last()).toMatchObject({ type: 'attach', canvas: {} });
  });

  it('shows nothing in a browser too old for pictures', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined);
    const { openDeck } = await door();
    const deck = openDeck(tokens);
    deck.attach(7, canvas());
    deck.close();
    expect(FakeWorker.all).toEqual([]);
  });
});

describe('a group', () => {
  const callbacks = () => ({ onFollowers: vi.fn(), onIdleWarning: vi.fn(), onEnded: vi.fn(), onRefused: vi.fn() });

  async function opened() {
    const { openGroup } = await door();
    const heard = callbacks();
    return { group: openGroup({ ...tokens, lang: 'en-US', master: 7, ...heard }), ...heard };
  }

  it('is a deck with a master, in the worker of all decks', async () => {
    const { openDeck, openGroup } = await door();
    openDeck(tokens);
    const group = openGroup({ ...tokens, master: 7, ...callbacks() });
    group.setPhones([7, 8]);
    group.attach(8, canvas());
    expect(only().posted).toEqual([
      { type: 'deck', deck: 1, options: { lang: 'zh-CN', channelCode: 'default' } },
      { type: 'deck', deck: 2, options: { lang: 'zh-CN', channelCode: 'default', master: 7 } },
      { type: 'phones', deck: 2, phoneIds: [7, 8] },
      { type: 'attach', deck: 2, phoneId: 8, canvasId: 1, canvas: {} },
    ]);
  });

  it('has phones follow and lets them go', async () => {
    const { group } = await opened();
    group.include(8);
    expect(only().last()).toEqual({ type: 'include', deck: 1, phoneId: 8 });
    group.exclude(8);
    expect(only().last()).toEqual({ type: 'exclude', deck: 1, phoneId: 8 });
    group.stay();
    expect(only().last()).toEqual({ type: 'stay', deck: 1 });
  });

  it('tells all that follow how the master’s picture lay where a place was meant', async () => {
    const { group } = await opened();
    const told = (input: object, landscape: boolean | null) =>
      expect(only().last()).toEqual({ type: 'inputAll', deck: 1, input, landscape });
    group.touch(2, 1, 10, 20, 30, true);
    told({ type: 'touch', action: 2, pointer: 1, x: 10, y: 20, pressure: 30 }, true);
    group.scroll(10, 20, -1, 0.5, false);
    told({ type: 'scroll', x: 10, y: 20, horizontal: -1, vertical: 0.5 }, false);
    group.key(0, 4, 0, 1);
    told({ type: 'key', action: 0, keycode: 4, repeat: 0, meta: 1 }, null);
    group.text('a');
    told({ type: 'text', text: 'a' }, null);
    group.paste('b');
    told({ type: 'paste', text: 'b' }, null);
    group.rotate();
    told({ type: 'rotate' }, null);
  });

  it('tells one of them a line of its own', async () => {
    const { group } = await opened();
    group.textTo(8, 'only you');
    expect(only().last()).toEqual({
      type: 'inputOne',
      deck: 1,
      phoneId: 8,
      input: { type: 'text', text: 'only you' },
    });
  });

  it('hears of its followers, its cells and its end, and of no other deck’s', async () => {
    const { group, onFollowers, onIdleWarning, onEnded, onRefused } = await opened();
    const cell = vi.fn();
    group.onCell(8, cell);
    const follower: Follower = { phoneId: 8, state: 'follows', detail: 0, lagMs: 12, leftOut: false, landscape: null };
    const says = (event: GroupEvent, deck = 1) => only().receive({ type: 'group', deck, event });
    only().receive({ type: 'cell', deck: 1, event: { phoneId: 8, state: 'live' } });
    says({ type: 'followers', changed: [follower] });
    says({ type: 'followers', changed: [] }, 2);
    says({ type: 'idleWarning', seconds: 60 });
    says({ type: 'refused', code: AnswerCode.PHONE_ABSENT, msg: 'gone' });
    says({ type: 'ended', reason: 'idle', detail: 30 });
    expect(cell.mock.calls).toEqual([['live']]);
    expect(onFollowers.mock.calls).toEqual([[[follower]]]);
    expect(onIdleWarning.mock.calls).toEqual([[60]]);
    expect(onRefused.mock.calls).toEqual([[AnswerCode.PHONE_ABSENT, 'gone']]);
    expect(onEnded.mock.calls).toEqual([['idle', 30]]);
  });

  it('says and hears nothing after it was closed', async () => {
    const { group, onFollowers } = await opened();
    group.close();
    expect(only().last()).toEqual({ type: 'stopDeck', deck: 1 });
    group.include(8);
    group.rotate();
    group.textTo(8, 'a');
    group.stay();
    only().receive({ type: 'group', deck: 1, event: { type: 'followers', changed: [] } });
    expect(only().last()).toEqual({ type: 'stopDeck', deck: 1 });
    expect(onFollowers).not.toHaveBeenCalled();
  });

  it('is refused, once, when the worker of all decks fails', async () => {
    const { group, onRefused } = await opened();
    only().receive({ type: 'failed' });
    only().receive({ type: 'failed' });
    group.rotate();
    expect(onRefused.mock.calls).toEqual([[0, expect.stringContaining('could not be loaded')]]);
    expect(only().last()).toMatchObject({ type: 'deck' });
  });

  it('is refused in a browser too old for pictures, unless it was closed before', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined);
    const { openGroup } = await door();
    const [stays, leaves] = [callbacks(), callbacks()];
    const options = { ...tokens, lang: 'en-US', master: 7 } as const;
    openGroup({ ...options, ...stays }).include(8);
    openGroup({ ...options, ...leaves }).close();
    await Promise.resolve();
    expect(stays.onRefused.mock.calls).toEqual([[0, expect.stringContaining('too old')]]);
    expect(leaves.onRefused).not.toHaveBeenCalled();
    expect(FakeWorker.all).toEqual([]);
  });
});
