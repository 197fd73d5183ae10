import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { NoAccess, NotFound } from './Refused';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 0, msg: '', data: {} })),
  );
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  endSession('left');
  store.dispatch(api.util.resetApiState());
});

it.each([
  [NotFound, '/404', '没有这个页面'],
  [NoAccess, '/401', '没有权限'],
])('a refusal is a page that is told like any other', async (Page, path, title) => {
  await renderIn(<Page />, { at: path });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  const told = () =>
    vi
      .mocked(fetch)
      .mock.calls.filter(([address]) => String(address).endsWith('/page-view'))
      .map(([, init]) => JSON.parse(String(init?.body)));
  await vi.waitFor(() => expect(told()).toMatchObject([{ path, title }]), { timeout: 4000 });
});
