import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noteError, onCaughtError } from './errorLog';

const sent = () =>
  vi.mocked(fetch).mock.calls.map(([address, init]) => ({ address, ...JSON.parse(String(init?.body)) }));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 0, msg: '', data: true })),
  );
});

it('an error of a script is told once, with its place and page, and without a token', () => {
  const error = new TypeError('x.map is not a function');
  for (let times = 0; times < 3; times += 1) window.dispatchEvent(new ErrorEvent('error', { error }));
  expect(sent()).toEqual([
    {
      address: '/app-api/system/tracking/page-error',
      kind: 'TypeError',
      words: 'x.map is not a function',
      at: expect.stringMatching(/^errorLog\.test\.ts:\d+:\d+/),
      path: window.location.pathname,
    },
  ]);
  const headers = vi.mocked(fetch).mock.calls[0]?.[1]?.headers;
  expect(headers).not.toHaveProperty('Authorization');
});

it('what nobody caught of a promise is told too', () => {
  const reason = new RangeError('Invalid time value');
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(sent().map(({ kind }) => kind)).toEqual(['RangeError']);
});

it('words that may quote what was typed stay here, and so do numbers, tokens and queries', () => {
  noteError(new SyntaxError('Unexpected token, "Password1!" is not valid JSON'));
  noteError(new Error(`https://owl.example/a?phone=1#x of 13800000000 by ${'t'.repeat(43)}`));
  expect(sent().map(({ words }) => words)).toEqual(['', 'https://owl.example/a of … by …']);
});

it('what a boundary caught is told, and stays on the console; a call that failed is neither', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onCaughtError({ kind: 'network', code: 0, message: '', requestId: '' });
  expect(said).not.toHaveBeenCalled();
  const error = new Error('broken');
  onCaughtError(error);
  expect(said).toHaveBeenCalledExactlyOnceWith(error);
  expect(sent().map(({ words }) => words)).toEqual(['broken']);
  said.mockClear();
});

it('nothing is told of what was given up, of what is no error, or when the server is away', async () => {
  noteError(new DOMException('gone', 'AbortError'));
  noteError('text');
  noteError(undefined);
  expect(fetch).not.toHaveBeenCalled();
  vi.mocked(fetch).mockRejectedValue(new TypeError('offline'));
  noteError(new Error('unheard'));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
});

it('a visit tells ten, each cut short', async () => {
  vi.resetModules();
  const fresh = await import('./errorLog');
  for (let n = 0; n < 12; n += 1) fresh.noteError(new Error(`${n} ${'x '.repeat(200)}`));
  expect(sent()).toHaveLength(10);
  expect(sent().every(({ words }) => words.length <= 300)).toBe(true);
});
