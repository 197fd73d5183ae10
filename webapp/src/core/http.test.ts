import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import { queryText, readEnvelope, send } from './http';
import { constants } from './rules';
import { channelCode, locale } from './storage';

const answer = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

describe('an envelope', () => {
  it.each([
    [{ code: 0, msg: '', data: 7 }, 7],
    [{ code: 200, msg: '', data: null }, null],
    [{ data: 'no code at all' }, 'no code at all'],
    [
      { code: 200, user: { userId: 1 } },
      { code: 200, user: { userId: 1 } },
    ],
  ])('is read as an answer: %j', (body, data) => {
    expect(readEnvelope(200, 'r1', body)).toEqual({ data });
  });

  it('with another code is a refusal with its words, its data and the request id', () => {
    expect(readEnvelope(200, 'r2', { code: AnswerCode.DISABLED, msg: 'disabled', data: { until: 1 } })).toEqual({
      error: { kind: 'code', code: AnswerCode.DISABLED, message: 'disabled', requestId: 'r2', data: { until: 1 } },
    });
  });

  it('with a code says what it is whatever the HTTP status', () => {
    expect(readEnvelope(401, 'r5', { code: 401, msg: 'over' }).error).toMatchObject({ kind: 'code', code: 401 });
  });

  it.each([null, [], 'text', 3, { code: '0' }])('that is none is a fault of the format: %j', (body) => {
    expect(readEnvelope(200, 'r3', body).error?.kind).toBe('format');
  });

  it('of an HTTP error is no answer even without a code', () => {
    expect(readEnvelope(502, 'r4', { data: 1 }).error).toEqual({
      kind: 'format',
      code: 502,
      message: '',
      requestId: 'r4',
    });
  });
});

describe('the values of a query', () => {
  it.each([
    [{}, ''],
    [{ pageNo: 1, msgType: [3, 4] }, '?pageNo=1&msgType[0]=3&msgType[1]=4'],
    [{ params: { beginTime: '2026-01-01', endTime: null } }, '?params[beginTime]=2026-01-01'],
    [{ q: '', none: undefined, nothing: null, no: false, zero: 0 }, '?q=&no=false&zero=0'],
    [{ name: '主力 & 备用=1', at: { 'a]b': '#' } }, '?name=主力 & 备用=1&at[a]b]=#'],
  ])('%j', (query, text) => {
    const sent = queryText(query);
    expect(sent.split('&').map(decodeURIComponent).join('&')).toBe(text);
    expect(sent.slice(1)).toMatch(/^[\w%.=&-]*$/);
  });
});

describe('a call', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('carries the headers of this client and the session', async () => {
    locale.set('en-US');
    const fetched = vi.fn(async () => answer({ code: 0, data: true }, { headers: { 'x-request-id': 'abc' } }));
    vi.stubGlobal('fetch', fetched);
    await send({ operation: 'list_phones', body: { pageNo: 2 } }, 'secret');
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/app-api/trade/phone/app-page',
      expect.objectContaining({
        method: 'POST',
        body: '{"pageNo":2}',
        headers: {
          'Accept-Language': 'en-US',
          Authorization: 'Bearer secret',
          'Content-Type': 'application/json',
          'channel-code': constants().defaultChannelCode,
          terminal: 'WEB',
          'version-code': String(constants().versionCode),
        },
      }),
    );
  });

  it.each([
    ['spring-7', 'spring-7'],
    ['渠道', 'default'],
    ['a\nb', 'default'],
    ['', 'default'],
    ['x'.repeat(65), 'default'],
  ])('that came by the channel %j says %j', async (kept, said) => {
    channelCode.arrive(`?channelCode=${encodeURIComponent(kept)}&redirect=%2F`);
    const fetched = vi.fn(async (_: string, __: RequestInit) => answer({ code: 0, data: true }));
    vi.stubGlobal('fetch', fetched);
    expect(await send({ operation: 'get_branding' }, null)).toEqual({ data: true });
    expect(fetched.mock.calls[0]?.[1].headers).toHaveProperty('channel-code', said);
    localStorage.removeItem('channelCode');
  });

  it('that is anonymous carries no token', async () => {
    const fetched = vi.fn(async (_: string, __: RequestInit) => answer({ code: 0, data: true }));
    vi.stubGlobal('fetch', fetched);
    await send({ operation: 'get_branding', anonymous: true }, 'secret');
    expect(fetched.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization');
  });

  it('puts its query behind the path', async () => {
    const fetched = vi.fn(async (_: string) => answer({ code: 0 }));
    vi.stubGlobal('fetch', fetched);
    await send({ operation: 'get_info', query: { params: { a: 1 } } }, null);
    expect(fetched.mock.calls[0]?.[0]).toBe('/getInfo?params%5Ba%5D=1');
  });

  it('of a form leaves the type to the browser, which knows the boundary', async () => {
    const fetched = vi.fn(async (_: string, __: RequestInit) => answer({ code: 0 }));
    vi.stubGlobal('fetch', fetched);
    const form = new FormData();
    await send({ operation: 'sign_in', body: form }, null);
    expect(fetched.mock.calls[0]?.[1].body).toBe(form);
    expect(fetched.mock.calls[0]?.[1].headers).not.toHaveProperty('Content-Type');
  });

  it('for a file hands it over, and reads a refusal that comes in its place', async () => {
    const ask = { operation: 'get_info', blob: true } as const;
    vi.stubGlobal('fetch', async () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }));
    expect(await ((await send(ask, null)).data as Blob).text()).toBe('a,b');
    const headers = { 'content-type': 'application/json' };
    vi.stubGlobal('fetch', async () => answer({ code: 403, msg: 'no' }, { headers }));
    expect((await send(ask, null)).error?.code).toBe(403);
    vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
    expect((await send(ask, null)).error).toMatchObject({ kind: 'format', code: 404 });
  });

  it('is given up after 6,000,000 ms, and at once by its caller', async () => {
    vi.useFakeTimers();
    // The environment's own `timeout` keeps real time under fake timers.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const late = new AbortController();
      setTimeout(() => late.abort(), ms);
      return late.signal;
    });
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(new Error('aborted')))),
    );
    const given: string[] = [];
    void send({ operation: 'get_info' }, null).then(({ error }) => given.push(error?.kind ?? 'answered'));
    await vi.advanceTimersByTimeAsync(5_999_999);
    expect(given).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(given).toEqual(['network']);
    vi.useRealTimers();
    const caller = new AbortController();
    const sent = send({ operation: 'get_info' }, null, caller.signal);
    caller.abort();
    await expect(sent).rejects.toThrow('aborted');
  });

  it('without network, and one answered by something else, say so', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    expect((await send({ operation: 'get_info' }, null)).error?.kind).toBe('network');
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 504, headers: { 'x-request-id': 'gw' } }));
    expect((await send({ operation: 'get_info' }, null)).error).toEqual({
      kind: 'format',
      code: 504,
      message: '',
      requestId: 'gw',
    });
  });
});
