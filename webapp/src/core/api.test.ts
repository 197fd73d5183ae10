import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { operations } from '@/contract/operations';
import { api, ask, call } from './api';
import { notifyFault, onBusy, onFault, showFault } from './notify';
import {
  beginSession,
  beginView,
  endSession,
  getAccessToken,
  getUserId,
  getView,
  isLiveWanted,
  isSignedIn,
  leaveSession,
  leaveView,
  onSessionEnd,
  onViewOver,
  operatorToken,
  refreshSession,
} from './session';
import { channelCode } from './storage';

const REFRESH = operations.refresh_session[1];
const session = (accessToken: string) => ({ userId: 7, accessToken, refreshToken: '', expiresTime: 0 });
const json = (body: unknown) => new Response(JSON.stringify(body));
const signedOut = () => json({ code: 401, msg: 'no' });

/** A server that accepts one access token and answers refreshes as told; returns what was asked of it. */
function serve(accepted: string, refresh: () => Promise<Response>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    const path = url.split('?')[0] ?? '';
    asked.push(path);
    if (path === REFRESH) return refresh();
    return init.headers.Authorization === `Bearer ${accepted}` ? json({ code: 0, data: 'yes' }) : signedOut();
  });
  return { asked, refreshes: () => asked.filter((path) => path === REFRESH).length };
}

const info = ask('get_info');
const ended = vi.fn();
let stop = () => {};

beforeEach(() => {
  ended.mockClear();
  endSession('left');
  beginSession(session('old'));
  stop = onSessionEnd(ended);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('when the access token has run out', () => {
  it('parallel calls share one refresh and are all replayed', async () => {
    const server = serve('new', async () => json({ code: 0, data: session('new') }));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(info)));
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => ({ data: 'yes' })));
    expect(server.refreshes()).toBe(1);
    expect(getAccessToken()).toBe('new');
    expect(ended).not.toHaveBeenCalled();
  });

  it('a call that comes late uses the token that is there by then', async () => {
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
      if (url.startsWith(REFRESH)) throw new Error('no refresh is needed');
      if (init.headers.Authorization === 'Bearer new') return json({ code: 0, data: 'yes' });
      await gate;
      return signedOut();
    });
    const late = call(info);
    beginSession(session('new'));
    release();
    expect(await late).toEqual({ data: 'yes' });
  });

  it.each([
    ['无效的刷新令牌', 200],
    ['刷新令牌已过期', 200],
    ['刷新令牌已过期', 401],
    ['The refresh token has expired', 200],
  ])(
    'and the server refuses the refresh ("%s", HTTP %d), the session ends once, nothing is replayed and no notification comes',
    async (msg, status) => {
      const shown = vi.fn();
      const off = onFault(shown);
      const server = serve('never', async () => Response.json({ code: 401, msg }, { status }));
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(info)));
      for (const { error } of outcomes) if (error) notifyFault(error);
      off();
      expect(outcomes.map((outcome) => outcome.error?.code)).toEqual(Array.from({ length: 20 }, () => 401));
      expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
      expect(server.asked.filter((path) => path !== REFRESH)).toHaveLength(20);
      expect(server.refreshes()).toBe(1);
      expect(isSignedIn()).toBe(false);
      expect(shown).not.toHaveBeenCalled();
    },
  );

  it('and a call comes back after the session is over, it asks for no refresh', async () => {
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.startsWith(REFRESH)) throw new Error('no refresh is needed');
      await gate;
      return signedOut();
    });
    const late = call(info);
    endSession('expired');
    release();
    expect((await late).error?.code).toBe(401);
  });

  it.each([
    ['the network is gone', () => Promise.reject(new TypeError('offline')), 'network'],
    ['the server is ill', async () => json({ code: 500, msg: 'x' }), 'code'],
    ['it asks too often', async () => json({ code: 429, msg: 'x' }), 'code'],
    ['a proxy answers', async () => new Response('<html>', { status: 502 }), 'format'],
  ])('and %s, nobody is signed out', async (_, refresh, kind) => {
    serve('never', refresh);
    expect((await call(info)).error?.kind).toBe(kind);
    expect(ended).not.toHaveBeenCalled();
    expect(isSignedIn()).toBe(true);
  });

  it('and the replay is refused again, the session ends without another refresh', async () => {
    const server = serve('never', async () => json({ code: 0, data: session('new') }));
    expect((await call(info)).error?.code).toBe(401);
    expect(server.refreshes()).toBe(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
  });

  it('a refresh that outlives a sign-out does not revive the session', async () => {
    let answer = (_: Response) => {};
    serve('new', () => new Promise((done) => (answer = done)));
    const refreshed = refreshSession();
    endSession('left');
    answer(json({ code: 0, data: session('new') }));
    expect(await refreshed).toEqual({ status: 'ended' });
    expect(isSignedIn()).toBe(false);
  });
});

describe("a member's console that an operator sees", () => {
  const view = { viewId: 3, memberId: 8, until: 0, name: 'Li' };

  it('asks with its own token, opens no socket, and leaves the other session alone', async () => {
    const server = serve('seen', async () => json({ code: 0, data: session('new') }));
    beginView(view, 'seen');
    expect(ended).toHaveBeenCalledExactlyOnceWith('viewing');
    expect(await call(info)).toEqual({ data: 'yes' });
    expect([getUserId(), isLiveWanted(), getView(), operatorToken()]).toEqual([8, false, view, 'old']);
    expect(localStorage.getItem('loginMenberId')).toBe('7');
    expect(await leaveView()).toEqual({ status: 'renewed' });
    expect([getUserId(), isLiveWanted(), getView(), getAccessToken()]).toEqual([7, true, null, 'new']);
    expect(server.refreshes()).toBe(1);
  });

  it("is over where its token is refused: nothing is asked again by the cookie, which is the operator's", async () => {
    const server = serve('never', async () => json({ code: 0, data: session('new') }));
    const over = vi.fn();
    onViewOver(over);
    beginView(view, 'seen');
    const outcomes = await Promise.all([call(info), call(ask('read_all_messages'))]);
    expect(outcomes.map(({ error }) => error?.code)).toEqual([401, 401]);
    await waitFor(() => expect(over).toHaveBeenCalledWith(view));
    expect(server.refreshes()).toBe(0);
    expect(server.asked).toHaveLength(2);
    await leaveView();
  });

  it('has what it asked for refused once it was left, whoever is signed in by then', async () => {
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
      asked.push(init.headers.Authorization ?? '');
      if (url.startsWith(REFRESH)) return json({ code: 0, data: session('new') });
      await gate;
      return signedOut();
    });
    beginView(view, 'seen');
    const late = call(info);
    await leaveView();
    release();
    expect((await late).error?.code).toBe(401);
    expect(asked).toEqual(['Bearer seen', '']);
  });
});

describe('a refusal of an anonymous call', () => {
  it('is an answer like any other', async () => {
    const server = serve('never', async () => json({ code: 0, data: session('new') }));
    const outcome = await call(ask('sign_in', { password: 'x' }, { anonymous: true }));
    expect(outcome.error?.code).toBe(401);
    expect(server.refreshes()).toBe(0);
  });
});

describe('a session', () => {
  it('wants real-time connections until it ends, and knows whose it is', () => {
    expect([isLiveWanted(), getUserId(), localStorage.getItem('loginMenberId')]).toEqual([true, 7, '7']);
    endSession('expired');
    expect([isLiveWanted(), getUserId()]).toEqual([false, null]);
  });

  it('that the server ended drops the token and keeps what the browser knows for the return', () => {
    localStorage.setItem('channelCode', 'shop');
    const push = { reason: 'elsewhere', device: 'Edge' } as const;
    endSession('pushed', push);
    expect(ended).toHaveBeenCalledExactlyOnceWith('pushed', push);
    expect(getAccessToken()).toBeNull();
    expect(channelCode.get()).toBe('shop');
    expect(localStorage.getItem('loginMenberId')).toBe('7');
  });

  it('that its member left leaves nothing personal behind, and the settings of the browser alone', () => {
    localStorage.setItem('locale', 'en-US');
    localStorage.setItem('channelCode', 'shop');
    localStorage.setItem('cloudToken', 'secret');
    sessionStorage.setItem('tabs', '/play?phoneId=7');
    // biome-ignore lint/suspicious/noDocumentCookie: the way jsdom has.
    document.cookie = 'Admin-Token=secret; Path=/';
    leaveSession(true);
    expect(ended).toHaveBeenCalledExactlyOnceWith('left');
    expect(channelCode.get()).toBe('default');
    expect({ ...localStorage }).toEqual({ locale: 'en-US', signedOut: 'told' });
    expect(sessionStorage).toHaveLength(0);
    expect(document.cookie).not.toContain('Admin-Token');
    leaveSession(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('that its member left is not revived by a cookie: the server is told if it was not', async () => {
    let online = false;
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      if (!online) throw new TypeError('offline');
      return json({ code: 0, data: true });
    });
    leaveSession(false);
    expect(await refreshSession()).toEqual({ status: 'ended' });
    online = true;
    expect(await refreshSession()).toEqual({ status: 'ended' });
    expect(await refreshSession()).toEqual({ status: 'ended' });
    expect(asked).toEqual(Array.from({ length: 2 }, () => operations.sign_out[1]));
    beginSession(session('again'));
    expect(localStorage.getItem('signedOut')).toBeNull();
  });

  it('ends here when its member left in another tab', () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'locale', newValue: 'en-US' }));
    expect(isSignedIn()).toBe(true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'signedOut', newValue: 'told' }));
    expect(ended).toHaveBeenCalledExactlyOnceWith('left');
  });

  it('ends when a page of it comes back out of the cache after its member left', () => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(isSignedIn()).toBe(true);
    localStorage.setItem('signedOut', 'told');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(ended).toHaveBeenCalledExactlyOnceWith('left');
  });
});

describe('faults', () => {
  const fault = (code: number, kind: 'code' | 'format' = 'code') =>
    ({ kind, code, message: 'm', requestId: 'r' }) as const;

  it('are shown, except those that are answered in their own place', () => {
    const shown = vi.fn();
    const off = onFault(shown);
    for (const code of [500, 403, AnswerCode.STATE_FORBIDS, AnswerCode.DISABLED, 401]) notifyFault(fault(code));
    // A proxy that asks for a password is no session that ran out.
    notifyFault(fault(401, 'format'));
    off();
    notifyFault(fault(500));
    expect(shown.mock.calls.map(([{ code }]) => code)).toEqual([500, 403, 401]);
  });

  it('that nobody else would show are shown whatever they are', () => {
    const shown = vi.fn();
    const off = onFault(shown);
    showFault(fault(AnswerCode.DISABLED));
    off();
    expect(shown).toHaveBeenCalledOnce();
  });
});

it('a call that is given up is no fault: nobody is told, the console neither', async () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  const told = vi.fn();
  const silence = onFault(told);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(signal.reason))),
  );
  const probe = api.injectEndpoints({
    endpoints: (build) => ({ probe: build.query<unknown, void>({ query: () => ask('get_info') }) }),
  });
  const asked = store.dispatch(probe.endpoints.probe.initiate());
  asked.abort();
  expect((await asked).data).toBeUndefined();
  await new Promise((done) => setTimeout(done));
  expect([complained.mock.calls, told.mock.calls]).toEqual([[], []]);
  silence();
});

describe('a change that meets a busy server', () => {
  const change = api.injectEndpoints({
    endpoints: (build) => ({
      change: build.mutation<unknown, boolean>({ query: (quiet) => ask('sign_out', undefined, { quiet }) }),
    }),
  });

  it.each([
    ['is sent again as often as the member wants', false, [true, true], 'yes', 3],
    ['fails when the member does not want it again', false, [false], undefined, 1],
    ['fails without a question where its screen says so itself', true, [], undefined, 1],
  ])('%s', async (_, quiet, words, data, times) => {
    const wants = [...words];
    let sent = 0;
    vi.stubGlobal('fetch', async () => {
      sent += 1;
      return sent > 2 ? json({ code: 0, data: 'yes' }) : json({ code: 503, msg: 'busy' });
    });
    const told = vi.fn();
    const off = [onFault(told), onBusy(async () => wants.shift() ?? false)];
    const outcome = await store.dispatch(change.endpoints.change.initiate(quiet));
    for (const stopped of off) stopped();
    expect([outcome.data, sent, wants, told.mock.calls]).toEqual([data, times, [], []]);
  });
});
