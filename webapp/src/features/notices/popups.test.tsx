import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import type { Popup } from './api';
import Popups, { forgetAsked } from './Popups';

let sent: { name: string; url: string; body: unknown }[] = [];
let popups: Popup[] = [];
let today = '2026-11-26';
let failing = false;
let navigation = 'navigate';
let entries: { mockRestore: () => void };

const popup = (id: number, popFrequency: number, popPriority: number, more: Partial<Popup> = {}): Popup => ({
  id,
  title: `公告 ${id}`,
  content: `<p>内容 <b>${id}</b></p>`,
  contentType: 2,
  popFrequency,
  popPriority,
  msgType: 3,
  status: 0,
  revision: 1,
  readStatus: false,
  aboutPhoneIds: [],
  createTime: 1_795_000_000_000,
  ...more,
});

beforeEach(() => {
  [sent, popups, today, failing, navigation] = [[], [], '2026-11-26', false, 'navigate'];
  forgetAsked();
  vi.stubGlobal('scrollTo', () => {});
  entries = vi
    .spyOn(performance, 'getEntriesByType')
    .mockImplementation(() => [{ type: navigation }] as unknown as PerformanceEntryList);
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, url: decodeURIComponent(url), body: init.body ? JSON.parse(init.body) : null });
    if (name === 'get_info') {
      const user = { userId: 7, userName: 'u', nickName: 'u', phonenumber: '', avatar: '', mustChangePassword: false };
      return new Response(JSON.stringify({ code: 200, msg: '', user, roles: [], permissions: [], isAdminRoot: false }));
    }
    if (name === 'list_popups' && failing) return new Response(JSON.stringify({ code: 500, msg: 'no', data: null }));
    const data = name === 'list_popups' ? { list: popups, total: popups.length, today } : true;
    return new Response(JSON.stringify({ code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
  entries.mockRestore();
});

const calls = (name: string) => sent.filter((each) => each.name === name);
const open = (at = '/index') => renderIn(<Popups />, { at });
/** The page as it is loaded anew. */
const again = async (close: () => void) => {
  close();
  forgetAsked();
  act(() => void store.dispatch(api.util.resetApiState()));
  return open();
};
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: '知道了' }));
const asked = (count: number) => waitFor(() => expect(calls('list_popups')).toHaveLength(count));

it('comes one at a time by priority, and what is confirmed is kept and told', async () => {
  popups = [popup(1, 3, 30), popup(2, 2, 10), popup(3, 1, 20), popup(4, 9, 0)];
  await open();
  for (const [id, place] of [
    [2, '第 1 条，共 3 条'],
    [3, '第 2 条，共 3 条'],
    [1, '第 3 条，共 3 条'],
  ] as const) {
    expect(await screen.findByText(`公告 ${id}`)).toBeInTheDocument();
    expect(screen.getByText(place)).toBeInTheDocument();
    await confirm();
  }
  await waitFor(() =>
    expect(calls('read_messages').map(({ body }) => body)).toEqual([{ ids: [2] }, { ids: [3] }, { ids: [1] }]),
  );
  expect(JSON.parse(localStorage.getItem('notifyList') ?? '')).toEqual([
    { id: 2, revision: 1, lastPopupDate: '2026-11-26', hasPopped: false },
    { id: 1, revision: 1, lastPopupDate: '', hasPopped: true },
  ]);
  const { url } = calls('list_popups')[0] ?? { url: '' };
  for (const part of ['pageNo=1', 'pageSize=300', 'nowDateTime=', 'msgType', '3', '4', 'status=0'])
    expect(url).toContain(part);
});

it('goes to the next by Escape, of which nothing is kept, and says what confirming does', async () => {
  popups = [popup(1, 2, 1), popup(2, 3, 2)];
  await open();
  expect(await screen.findByText('公告 1')).toBeInTheDocument();
  expect(screen.getByText('今天不再弹出')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['查看详情', '知道了']);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('公告 2')).toBeInTheDocument();
  expect(screen.getByText('不再弹出')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '查看详情' }));
  expect(await screen.findByLabelText('here')).toHaveTextContent('/seeNotice?id=2');
  await waitFor(() => expect(calls('read_messages').map(({ body }) => body)).toEqual([{ ids: [2] }]));
  expect(JSON.parse(localStorage.getItem('notifyList') ?? '')).toEqual([
    { id: 2, revision: 1, lastPopupDate: '', hasPopped: true },
  ]);
});

it('comes again as its frequency says: every time, on the next day, or never unless it was changed', async () => {
  popups = [popup(1, 1, 1), popup(2, 2, 2), popup(3, 3, 3)];
  let shown = await open();
  for (let n = 0; n < 3; n += 1) await confirm();
  shown = await again(shown.unmount);
  expect(await screen.findByText('公告 1')).toBeInTheDocument();
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  today = '2026-11-27';
  popups = [popup(2, 2, 2), popup(3, 3, 3, { revision: 2 })];
  shown = await again(shown.unmount);
  expect(await screen.findByText('公告 2')).toBeInTheDocument();
  await confirm();
  expect(await screen.findByText('公告 3')).toBeInTheDocument();
});

it('asks nothing after a reload, after going back, and on other pages', async () => {
  popups = [popup(1, 1, 1)];
  for (const [type, at] of [
    ['reload', '/index'],
    ['back_forward', '/index'],
    ['navigate', '/notice'],
  ] as const) {
    navigation = type;
    forgetAsked();
    const { unmount } = await open(at);
    await waitFor(() => expect(calls('get_info').length).toBeGreaterThan(0));
    unmount();
    act(() => void store.dispatch(api.util.resetApiState()));
  }
  expect(calls('list_popups')).toEqual([]);
});

it('asks once, whatever comes of it: a failed call is no popups, without a word', async () => {
  failing = true;
  const { unmount } = await open();
  await asked(1);
  unmount();
  await open();
  await waitFor(() => expect(calls('get_info').length).toBeGreaterThan(0));
  expect(calls('list_popups')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows no script, no handler and no address that is a program', async () => {
  const content =
    '<p onclick="x()">字<script>alert(1)</script><a href="javascript:alert(1)">坏</a><a href="https://e.x/">好</a><img src=x></p>';
  popups = [popup(1, 1, 1, { content })];
  await open();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.querySelector('script, img, [onclick], [href^="javascript"]')).toBeNull();
  expect(screen.getByRole('link', { name: '好' })).toHaveAttribute('href', 'https://e.x/');
  expect(dialog).toHaveTextContent('字坏好');
});

it('says what it is, and how many of the phones it is about', async () => {
  popups = [popup(1, 1, 1, { aboutPhoneIds: [3, 4] }), popup(2, 1, 2, { msgType: 4 })];
  await open();
  expect(await screen.findByText('涉及你的 2 台云手机')).toBeVisible();
  // No picture of either phone is known here: each has eyes instead of a dark place.
  expect(document.querySelectorAll('span:has(+ canvas) > svg')).toHaveLength(2);
  expect(screen.getByText('公告', { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '知道了' }));
  expect(await screen.findByText('活动', { exact: true })).toBeVisible();
  expect(screen.queryByText(/涉及你的/)).toBeNull();
});
