import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '@/contract/operations';
import { beginSession, endSession, onSessionEnd, pushOut, refreshSession } from '../session';
import { onReopened, onTroubled, startLive, subscribe } from './index';
import { readCount, readMessage } from './messages';

const TICKETS = operations.create_socket_ticket[1];

/** The sockets that were opened, newest last. */
let sockets: FakeSocket[] = [];
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onerror?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  constructor(readonly url: string) {
    sockets.push(this);
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code: 1000 });
  }
  /** A cut connection. */
  fail() {
    this.onerror?.();
    this.close();
  }
}

let tickets: string[] = [];
let refuse = false;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const member = () => sockets.filter(({ url }) => url.includes('/websocket/infra/ws'));
const notice = () => sockets.filter(({ url }) => url.includes('/websocket/notice/'));
const last = <T>(list: T[]): T => list[list.length - 1] as T;
const push = (type: string, content: unknown) =>
  last(member()).onmessage?.({ data: JSON.stringify({ type, content: JSON.stringify(content) }) });

let stop = () => {};
const offs: (() => void)[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  sockets = [];
  tickets = [];
  refuse = false;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url !== TICKETS) throw new Error(`nobody asks for ${url}`);
    if (refuse) throw new TypeError('offline');
    tickets.push(JSON.parse(body).purpose);
    return new Response(JSON.stringify({ code: 0, data: { ticket: `t${tickets.length}`, expiresAt: 0 } }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  stop = startLive();
  await pass(0);
});
afterEach(() => {
  stop();
  for (const off of offs.splice(0)) off();
  endSession('left');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the two sockets', () => {
  it('carry a ticket each, and the notice socket the member', () => {
    const origin = window.location.origin.replace('http', 'ws');
    expect(sockets.map(({ url }) => url)).toEqual([
      `${origin}/websocket/infra/ws?token=t1`,
      `${origin}/prod-api/api/websocket/notice/7/0?token=t2`,
    ]);
    expect(tickets).toEqual(['member', 'notice']);
  });

  it('come back five seconds after a close, not sooner, with a fresh ticket', async () => {
    member()[0]?.open();
    member()[0]?.close();
    await pass(4_999);
    expect(member()).toHaveLength(1);
    await pass(1);
    expect(last(member()).url).toContain('token=t3');
  });

  it('come back when even the ticket could not be had', async () => {
    refuse = true;
    member()[0]?.close();
    await pass(5_000);
    expect(member()).toHaveLength(1);
    refuse = false;
    await pass(5_000);
    expect(member()).toHaveLength(2);
  });

  it('are closed with the frame, and none comes after', async () => {
    stop();
    expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3]);
    await pass(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('are closed with the session, and none comes after', async () => {
    endSession('expired');
    await pass(60_000);
    expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3]);
  });

  it('are not opened without a session', async () => {
    stop();
    endSession('left');
    startLive();
    await pass(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('say that they are back after a cut, but not the first time', async () => {
    const back = vi.fn();
    offs.push(onReopened(back));
    member()[0]?.open();
    expect(back).not.toHaveBeenCalled();
    member()[0]?.fail();
    await pass(5_000);
    last(member()).open();
    expect(back).toHaveBeenCalledOnce();
  });

  it('notice when the far end is gone without a word', async () => {
    const socket = last(member());
    socket.open();
    await pass(20_000);
    expect(socket.sent).toEqual(['ping']);
    socket.onmessage?.({ data: 'pong' });
    await pass(40_000);
    expect(socket.readyState).toBe(FakeSocket.OPEN);
    await pass(20_000);
    expect(socket.readyState).toBe(3);
    await pass(5_000);
    expect(member()).toHaveLength(2);
  });
});

describe('a session that is refused', () => {
  const refuse = async (data?: unknown) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 401, msg: '无效的刷新令牌', data })));
    const refreshed = refreshSession();
    await pass(0);
    return refreshed;
  };
  const elsewhere = { reason: 'elsewhere', device: 'Edge' };
  const causes: unknown[][] = [];
  beforeEach(() => {
    causes.length = 0;
    offs.push(onSessionEnd((...cause) => causes.push(cause)));
    offs.push(subscribe('member-push', pushOut));
  });

  it.each([
    ['the refusal', async () => void (await refuse(elsewhere))],
    ['the socket', async () => push('member-push', elsewhere)],
  ])('ends once and for one reason, whichever says it first: %s', async (_, first) => {
    last(member()).open();
    await first();
    await refuse(elsewhere);
    push('member-push', elsewhere);
    expect(causes).toEqual([['pushed', elsewhere]]);
  });

  it.each([undefined, null, {}, { reason: 'unheard of' }, 'elsewhere'])(
    'has run out when no reason is given: %j',
    async (data) => {
      last(member()).open();
      expect(await refuse(data)).toEqual({ status: 'ended' });
      expect(causes).toEqual([['expired']]);
    },
  );
});

describe('the notice socket', () => {
  /** So many connections in a row that fail; up to a moment before the last one's check. */
  const failTimes = async (times: number) => {
    for (let time = 1; time <= times; time += 1) {
      last(notice()).fail();
      if (time < times) await pass(5_000);
    }
  };

  it('warns a second after the sixth error in a row, and once', async () => {
    const warned = vi.fn();
    offs.push(onTroubled(warned));
    await failTimes(5);
    await pass(4_999);
    expect(warned).not.toHaveBeenCalled();
    await pass(1);
    last(notice()).fail();
    await pass(999);
    expect(warned).not.toHaveBeenCalled();
    await pass(1);
    expect(warned).toHaveBeenCalledOnce();
    await pass(4_000);
    await failTimes(3);
    await pass(5_000);
    expect(warned).toHaveBeenCalledOnce();
  });

  it('forgets its errors when it stands again', async () => {
    const warned = vi.fn();
    offs.push(onTroubled(warned));
    await failTimes(5);
    await pass(5_000);
    last(notice()).open();
    last(notice()).fail();
    await pass(1_000);
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    ['12', 12],
    ['0', 0],
    ['-1', 0],
    ['1.5', 0],
    ['{"count":3}', 0],
    ['', 0],
    ['99999999999', 0],
  ])('%j counts as %i', (frame, count) => {
    const heard = vi.fn();
    offs.push(subscribe('notice-count', heard));
    last(notice()).onmessage?.({ data: frame });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ count });
  });

  it('counts bytes as none', () => {
    expect(readCount(new ArrayBuffer(1))).toBe(0);
  });
});

describe('a message of the member socket', () => {
  it('reaches those who asked for its kind, until they stop', () => {
    const [phones, pushes] = [vi.fn(), vi.fn()];
    const off = subscribe('phone-changed', phones);
    offs.push(subscribe('member-push', pushes));
    push('phone-changed', { phoneIds: [3, 4], at: 17 });
    off();
    push('phone-changed', { phoneIds: [5], at: 18 });
    expect(phones).toHaveBeenCalledExactlyOnceWith({ phoneIds: [3, 4], at: 17 });
    expect(pushes).not.toHaveBeenCalled();
  });

  it.each([
    [{ reason: 'disabled' }, { reason: 'disabled', device: '' }],
    [
      { reason: 'elsewhere', device: 'Chrome · Windows' },
      { reason: 'elsewhere', device: 'Chrome · Windows' },
    ],
    [
      { reason: 'toString', device: 5 },
      { reason: 'elsewhere', device: '' },
    ],
    ['text', { reason: 'elsewhere', device: '' }],
  ])('that ends the session always does: %j', (content, read) => {
    const frame = JSON.stringify({ type: 'member-push', content: JSON.stringify(content) });
    expect(readMessage(frame)).toEqual({ type: 'member-push', content: read });
  });

  it.each([
    'pong',
    '',
    '[]',
    'null',
    '{"type":"phone-changed"}',
    '{"type":"phone-changed","content":"{\\"phoneIds\\":[\\"a\\"]}"}',
    '{"type":"phone-changed","content":{"phoneIds":[1]}}',
    '{"type":"toString","content":"{}"}',
    '{"type":"__proto__","content":"{}"}',
    '{"type":"notice-count","content":"{\\"count\\":-1}"}',
    '{"type":7,"content":"{}"}',
    new ArrayBuffer(2),
  ])('that is none is not heard: %j', (frame) => {
    expect(readMessage(frame)).toBeNull();
  });
});
