import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '@/contract/operations';
import { ask, call } from './api';
import { onFault } from './notify';
import { beginSession, endSession, getAccessToken, isSignedIn, onSessionEnd, refreshSession } from './session';

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
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => call(info)));
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ data: 'yes' })));
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

  it('and the server refuses the refresh, the session ends once and nothing is replayed', async () => {
    const server = serve('never', async () => json({ code: 401, msg: '无效的刷新令牌' }));
    const outcomes = await Promise.all([call(info), call(info), call(info)]);
    expect(outcomes.map((outcome) => outcome.error?.code)).toEqual([401, 401, 401]);
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
    expect(server.asked.filter((path) => path !== REFRESH)).toHaveLength(3);
    expect(isSignedIn()).toBe(false);
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

describe('a refusal of an anonymous call', () => {
  it('is an answer like any other', async () => {
    const server = serve('never', async () => json({ code: 0, data: session('new') }));
    const outcome = await call(ask('sign_in', { password: 'x' }, { anonymous: true }));
    expect(outcome.error?.code).toBe(401);
    expect(server.refreshes()).toBe(0);
  });
});

describe('faults', () => {
  it('are shown, except those that their screens answer', async () => {
    const { notifyFault } = await import('./notify');
    const shown = vi.fn();
    const off = onFault(shown);
    const fault = (code: number) => ({ kind: 'code', code, message: 'm', requestId: 'r' }) as const;
    for (const code of [500, 403, 1011000022, 4100100102, 401]) notifyFault(fault(code));
    off();
    notifyFault(fault(500));
    expect(shown.mock.calls.map(([{ code }]) => code)).toEqual([500, 403]);
  });
});
