// The whole check, in a browser that is made up part by part. jsdom has none of them by itself.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeBrowser } from '.';
import type { PictureFacts } from './facts';

const picture: PictureFacts = {
  draws: true,
  decoder: true,
  baseline: 'hardware',
  high: 'hardware',
  softMs: 30,
  opus: true,
  aac: true,
};

class FakeWorker {
  static all: FakeWorker[] = [];
  /** Answer of the worker; null: the worker fails to load; 'nothing': no answer comes. */
  static says: PictureFacts | null | 'nothing' = picture;
  onmessage: ((event: { data: PictureFacts }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;
  given: unknown;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage({ canvas }: { canvas: unknown }) {
    this.given = canvas;
    queueMicrotask(() => {
      if (FakeWorker.says === null) this.onerror?.();
      else if (FakeWorker.says !== 'nothing') this.onmessage?.({ data: FakeWorker.says });
    });
  }
  terminate() {
    this.ended = true;
  }
}

const own = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { value, configurable: true, writable: true });
const permissions = (states: Record<string, PermissionState>) =>
  own(navigator, 'permissions', {
    query: async ({ name }: { name: string }) => {
      const state = states[name];
      if (!state) throw new TypeError(`no permission ${name}`);
      return { state };
    },
  });
const clipboard = { writeText: async () => {}, readText: async () => '', write: async () => {} };

beforeEach(() => {
  FakeWorker.all = [];
  FakeWorker.says = picture;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, msg: '', data: {} })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ['fullscreenEnabled', 'pictureInPictureEnabled']) Reflect.deleteProperty(document, name);
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'captureStream');
});

it('a browser without any of it has none of it', async () => {
  vi.stubGlobal('isSecureContext', false);
  expect(await probeBrowser()).toEqual({
    secure: false,
    callMs: expect.any(Number),
    socketMs: 'unasked',
    cookies: true,
    picture: null,
    sound: false,
    worklet: false,
    copy: 'none',
    paste: 'none',
    copyPicture: false,
    fullscreen: false,
    floats: false,
    notify: 'none',
  });
});

it('a browser with all of it has all of it', async () => {
  const added = vi.fn(async () => {});
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('AudioContext', class {});
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      audioWorklet = { addModule: added };
    },
  );
  vi.stubGlobal('ClipboardItem', class {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  own(navigator, 'clipboard', clipboard);
  own(document, 'fullscreenEnabled', true);
  own(document, 'pictureInPictureEnabled', true);
  own(HTMLCanvasElement.prototype, 'captureStream', () => {});
  permissions({ 'clipboard-write': 'granted', 'clipboard-read': 'prompt' });
  expect(await probeBrowser()).toEqual({
    secure: true,
    callMs: expect.any(Number),
    socketMs: 'unasked',
    cookies: true,
    picture,
    sound: true,
    worklet: true,
    copy: 'yes',
    paste: 'asks',
    copyPicture: true,
    fullscreen: true,
    floats: true,
    notify: 'yes',
  });
  expect(added).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('soundWorklet'));
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true]);
});

describe('the clipboard', () => {
  it('of a browser that tells of no permission is written freely, and asks before it is read', async () => {
    own(navigator, 'clipboard', clipboard);
    permissions({});
    expect(await probeBrowser()).toMatchObject({ copy: 'yes', paste: 'asks' });
  });

  it('may be forbidden', async () => {
    own(navigator, 'clipboard', clipboard);
    permissions({ 'clipboard-write': 'denied', 'clipboard-read': 'denied' });
    expect(await probeBrowser()).toMatchObject({ copy: 'blocked', paste: 'blocked' });
  });
});

it.each([
  ['default', 'asks'],
  ['denied', 'blocked'],
] as const)('notifications that are %s', async (permission, how) => {
  vi.stubGlobal('Notification', { permission });
  expect((await probeBrowser()).notify).toBe(how);
});

it('a worklet that does not load is none', async () => {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      audioWorklet = { addModule: () => Promise.reject(new Error('no such file')) };
    },
  );
  expect((await probeBrowser()).worklet).toBe(false);
});

describe('the worker', () => {
  beforeEach(() => void vi.stubGlobal('Worker', FakeWorker));

  it('is given a canvas of the page where the browser can give one away', async () => {
    await probeBrowser();
    expect(FakeWorker.all[0]?.given).toBeNull();
    const offscreen = {};
    vi.stubGlobal('OffscreenCanvas', class {});
    own(HTMLCanvasElement.prototype, 'transferControlToOffscreen', () => offscreen);
    await probeBrowser();
    expect(FakeWorker.all[1]?.given).toBe(offscreen);
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });

  it('that does not load, and one that does not answer, is none', async () => {
    FakeWorker.says = null;
    expect((await probeBrowser()).picture).toBeNull();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    FakeWorker.says = 'nothing';
    const found = probeBrowser();
    await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(2), { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await found).picture).toBeNull();
    expect(FakeWorker.all.every(({ ended }) => ended)).toBe(true);
  });
});

it('a server that does not answer is asked for no socket', async () => {
  const fetched = vi.fn().mockRejectedValue(new TypeError('offline'));
  vi.stubGlobal('fetch', fetched);
  expect(await probeBrowser()).toMatchObject({ callMs: null, socketMs: 'unasked' });
  expect(fetched).toHaveBeenCalledOnce();
});
