import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession, isSignedIn, onSessionEnd } from '@/core/session';
import { listen } from './useLive';

/** The member socket of the page. */
type Socket = {
  onmessage?: (event: { data: string }) => void;
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
};
let socket: Socket | null = null;

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  constructor(url: string) {
    if (url.includes('/infra/ws')) socket = this as Socket;
  }
  send() {}
  close() {}
}

const say = (type: string, content: object) =>
  socket?.onmessage?.({ data: JSON.stringify({ type, content: JSON.stringify(content) }) });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

let stop = () => {};
const dispatched = vi.fn(store.dispatch);
const invalidations = () =>
  dispatched.mock.calls.filter(([action]) => api.util.invalidateTags.match(action as { type: string })).length;
const ended = vi.fn();
onSessionEnd(ended);

beforeEach(async () => {
  vi.useFakeTimers();
  ended.mockClear();
  dispatched.mockClear();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, data: { ticket: 't', expiresAt: 0 } })));
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  stop = listen(dispatched as unknown as typeof store.dispatch);
  await pass(0);
});
afterEach(() => {
  stop();
  endSession('left');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('phones that change at once load the list once', async () => {
  for (let at = 0; at < 20; at += 1) say('phone-changed', { phoneIds: [at], at });
  expect(invalidations()).toBe(0);
  await pass(300);
  expect(invalidations()).toBe(1);
  say('phone-changed', { phoneIds: [], at: 1 });
  await pass(300);
  expect(invalidations()).toBe(2);
});

it('a cut is made up for by loading the list once it is over', async () => {
  socket?.onopen?.();
  await pass(300);
  expect(invalidations()).toBe(0);
  socket?.onclose?.({ code: 1006 });
  await pass(5_000);
  socket?.onopen?.();
  await pass(300);
  expect(invalidations()).toBe(1);
});

it('unread notices reach the badge, and are forgotten with the frame', () => {
  say('notice-count', { count: 12 });
  expect(store.getState().live.noticeCount).toBe(12);
  stop();
  expect(store.getState().live.noticeCount).toBe(0);
});

it.each(['member-push', 'LOGIN_OCCUPIED'])('%s ends the session here, with its reason, once', (type) => {
  const push = { reason: 'elsewhere', device: 'Edge 140 · Windows' };
  say(type, push);
  say('member-push', push);
  expect(ended).toHaveBeenCalledExactlyOnceWith('pushed', push);
  expect(isSignedIn()).toBe(false);
});

it('an account that was deleted leaves nothing behind', () => {
  localStorage.setItem('channelCode', 'shop');
  say('member-push', { reason: 'deleted' });
  expect(ended).toHaveBeenCalledExactlyOnceWith('pushed', { reason: 'deleted', device: '' });
  expect(Object.keys(localStorage)).toEqual(['signedOut']);
});
