import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse } from '@/app/entrance';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { Refused } from './Refused';

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
  ['/404', '没有这个页面'],
  ['/401', '没有权限'],
])('a refusal is a page that is told like any other, and names the address that was wanted', async (path, title) => {
  refuse('/nowhere?q=1');
  await renderIn(<Refused at={path} framed />, { at: path });
  expect(screen.getByText('/nowhere?q=1')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  const told = () =>
    vi
      .mocked(fetch)
      .mock.calls.filter(([address]) => String(address).endsWith('/page-view'))
      .map(([, init]) => JSON.parse(String(init?.body)));
  await waitFor(() => expect(told()).toMatchObject([{ path, title }]));
});
