import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../session';
import { measureCall, measureSocket } from './latency';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: string[] = [];
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

const answers = (data: unknown, code = 0) => new Response(JSON.stringify({ code, msg: '', data }));
const socket = () => vi.waitFor(() => FakeSocket.all[0] ?? Promise.reject(new Error('no socket')), { timeout: 30_000 });

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  endSession('expired');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the call', () => {
  it('is measured three times, without a token, and the fastest counts', async () => {
    const tooks = [90, 20, 40];
    const asked: HeadersInit[] = [];
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      asked.push(headers as HeadersInit);
      now += tooks[asked.length - 1] ?? 0;
      return answers({});
    });
    beginSession({ userId: 7, accessToken: 'mine', refreshToken: '', expiresTime: 0 });
    expect(await measureCall()).toBe(20);
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(asked)).not.toContain('mine');
  });

  it('counts a refusal of the server’s as an answer, and a stranger’s page as none', async () => {
    vi.stubGlobal('fetch', async () => answers(null, 429));
    expect(await measureCall()).not.toBeNull();
    vi.stubGlobal('fetch', async () => new Response('<html>proxy</html>'));
    expect(await measureCall()).toBeNull();
  });

  it('does not wait for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fetched = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise<Response>((_done, failed) => signal?.addEventListener('abort', () => failed(new Error('stopped')))),
    );
    vi.stubGlobal('fetch', fetched);
    const measured = measureCall();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await measured).toBeNull();
    expect(fetched).toHaveBeenCalledOnce();
  });
});

describe('the socket', () => {
  const signIn = () => {
    beginSession({ userId: 7, accessToken: 'mine', refreshToken: '', expiresTime: 0 });
    vi.stubGlobal('fetch', async () => answers({ ticket: 'a ticket', expiresMs: 0 }));
  };

  it('is not opened without a session, nor without a ticket', async () => {
    expect(await measureSocket()).toBe('unasked');
    beginSession({ userId: 7, accessToken: 'mine', refreshToken: '', expiresTime: 0 });
    vi.stubGlobal('fetch', async () => answers(null, 429));
    expect(await measureSocket()).toBe('unasked');
    expect(FakeSocket.all).toEqual([]);
  });

  it('is opened with a ticket and asked whether it answers; news before the answer are none', async () => {
    signIn();
    const measured = measureSocket();
    const one = await socket();
    expect(one.url).toMatch(/^ws:\/\/.*\/websocket\/infra\/ws\?token=a%20ticket$/);
    one.onopen?.();
    expect(one.sent).toEqual(['ping']);
    one.onmessage?.({ data: '{"type":"notice-count"}' });
    expect(one.closed).toBe(false);
    one.onmessage?.({ data: 'pong' });
    expect(await measured).toEqual(expect.any(Number));
    expect(one.closed).toBe(true);
  });

  it('that never opens is none; one that the server closes came through', async () => {
    signIn();
    const shut = measureSocket();
    (await socket()).onclose?.();
    expect(await shut).toBeNull();
    FakeSocket.all = [];
    const closed = measureSocket();
    const one = await socket();
    one.onopen?.();
    one.onclose?.();
    expect(await closed).toBe('unasked');
  });

  it('that says nothing is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    signIn();
    const measured = measureSocket();
    const one = await socket();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await measured).toBeNull();
    expect(one.closed).toBe(true);
  });
});
