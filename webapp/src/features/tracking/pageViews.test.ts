import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '@/core/session';
import { notePageView, usePageViews } from './pageViews';

const session = { userId: 7, accessToken: 'token', refreshToken: 'r', expiresTime: 0 };
const sent = () =>
  vi.mocked(fetch).mock.calls.map(([address, init]) => ({ address, ...JSON.parse(String(init?.body)) }));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 0, msg: '', data: true })),
  );
  beginSession(session);
});
afterEach(() => {
  endSession('expired');
  vi.useRealTimers();
});

it('changes of page within a moment are one call', async () => {
  notePageView('/index', '云手机');
  vi.advanceTimersByTime(400);
  notePageView('/play', '操作云手机');
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(sent()).toEqual([
    {
      address: '/app-api/system/tracking/page-view',
      path: '/play',
      title: '操作云手机',
      at: 1_800_000_000_400,
      earlier: [{ path: '/index', title: '云手机', at: 1_800_000_000_000 }],
    },
  ]);
});

it('each later change is told in its turn', async () => {
  notePageView('/index', '');
  await vi.advanceTimersByTimeAsync(1000);
  notePageView('/play', '');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent().map(({ path, earlier }) => [path, earlier])).toEqual([
    ['/index', undefined],
    ['/play', undefined],
  ]);
});

it('another page is told, and so is another thing on the same page; the same once more is not', async () => {
  const first = { path: '/play', of: '?phoneId=1' };
  const { rerender } = renderHook(({ path, of }) => usePageViews(path, '', of), { initialProps: first });
  rerender({ ...first });
  rerender({ path: '/play', of: '?phoneId=2' });
  await vi.advanceTimersByTimeAsync(1000);
  const [only] = sent();
  expect([only?.path, only?.earlier.length]).toEqual(['/play', 1]);
  expect(JSON.stringify(only)).not.toContain('phoneId');
});

it('a call holds twenty, and what comes beyond is not told', async () => {
  for (let i = 0; i < 25; i++) notePageView(`/p${i}`, '');
  await vi.advanceTimersByTimeAsync(1000);
  const [only, more] = sent();
  expect([only?.path, only?.earlier.length, more]).toEqual(['/p19', 19, undefined]);
});

it('a page that is hidden tells at once', () => {
  notePageView('/index', '');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent()).toHaveLength(1);
});

it('nobody’s pages are not told', async () => {
  endSession('expired');
  notePageView('/index', '');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent()).toEqual([]);
});

it('a failure is nobody’s business', async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError('offline'));
  notePageView('/index', '');
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetch).toHaveBeenCalledTimes(1);
});
