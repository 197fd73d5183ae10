import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { sampleShelf } from '@/features/orders/shelf.test-kit';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { Binned, Purge } from './api';
import RecycleBinPage from './RecycleBinPage';

const DAY = 86_400_000;

let now = 0;
let phones: Binned[] = [];
let records: Purge[] = [];
let refused = false;
let sent: { name: string; body: unknown }[] = [];

const binned = (phoneId: number, daysLeft: number): Binned => ({
  phoneId,
  owlId: `OWL-${phoneId}`,
  phoneAlias: `旧机 ${phoneId}`,
  configurationId: 1,
  specName: '标准型',
  expireTime: now + (daysLeft - 14) * DAY,
  phase: daysLeft > 7 ? 'grace' : 'bin',
  recycleTime: now + (daysLeft - 7) * DAY,
  purgeTime: now + daysLeft * DAY,
  groupName: phoneId === 1 ? '主力' : null,
  tags: 0,
  grants: phoneId === 1 ? 2 : 0,
});

beforeEach(() => {
  now = Date.now();
  [phones, records, refused, sent] = [[binned(1, 10.5), binned(2, 0.5)], [], false, []];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    if (refused) return new Response(JSON.stringify({ code: 500, msg: 'no', data: null }));
    const counts = { grace: 1, bin: 1, soon: 1, purged: records.length };
    const answers: Record<string, unknown> = {
      list_recycled: { list: phones, total: phones.length, counts, graceMs: 7 * DAY, binMs: 7 * DAY, now: Date.now() },
      list_purged: { list: records, total: records.length },
      list_configurations: sampleShelf({ now: Date.now() }),
      create_order: { orderId: 81 },
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  endSession('left');
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it.each([
  ['zh-CN', '宽限期', '回收站', '10 天'],
  ['en-US', 'Grace', 'Recycle bin', '10 d'],
] as const)('shows in %s phase, what comes back, and what is left', async (lang, grace, bin, days) => {
  await renderIn(<RecycleBinPage />, { lang, at: '/recycleBin' });
  const row = (await screen.findByText('旧机 1')).closest('li, tr') as HTMLElement;
  expect(within(row).getByText(grace)).toBeVisible();
  expect(row).toHaveTextContent(days);
  const near = screen.getByText('旧机 2').closest('li, tr') as HTMLElement;
  expect(within(near).getByText(bin)).toBeVisible();
  expect(within(near).getByRole('timer')).toHaveTextContent(/^1[12]:\d\d:\d\d$/);
});

it('has room beside the list for the order that brings phones back, for codes and for giving up', async () => {
  windowOf({ wide: true });
  const user = userEvent.setup();
  await renderIn(<RecycleBinPage />, { lang: 'zh-CN', at: '/recycleBin' });
  expect(await screen.findByText('到期后 14 天内都能恢复')).toBeVisible();
  for (const box of (await screen.findAllByRole('checkbox', { name: /旧机/ })).slice(0, 2)) await user.click(box);
  const order = await screen.findByRole('complementary', { name: '订单' });
  expect(within(order).getByRole('heading', { name: '恢复 2 台' })).toBeVisible();
  expect(within(order).getByTestId('total')).toHaveTextContent('¥90');
  expect(within(order).getByRole('link', { name: '用兑换码恢复' })).toHaveAttribute(
    'href',
    expect.stringMatching(/redemptionCode\?phoneIds=1,2$/),
  );
  await user.click(within(order).getByRole('button', { name: '续费并恢复 2 台' }));
  expect(within(order).getByRole('alert')).toHaveTextContent('请先阅读并同意授权协议');
  const losing = within(order).getByRole('region', { name: '放弃 2 台' });
  await user.type(within(losing).getByRole('textbox'), '2');
  await user.click(within(losing).getByRole('button', { name: '放弃 2 台' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'give_up_phones')?.body).toEqual({ phoneIds: [1, 2], count: 2 }),
  );
});

it('gives up what is typed by its number, and nothing before', async () => {
  const user = userEvent.setup();
  await renderIn(<RecycleBinPage />, { lang: 'zh-CN', at: '/recycleBin' });
  await user.click(await screen.findByRole('button', { name: '旧机 2 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '放弃' }));
  const dialog = await screen.findByRole('dialog');
  const verb = within(dialog).getByRole('button', { name: '放弃 1 台' });
  await user.type(within(dialog).getByRole('textbox'), '2');
  expect(verb).toBeDisabled();
  await user.clear(within(dialog).getByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), '1');
  phones = [binned(1, 10)];
  await user.click(verb);
  await waitFor(() => expect(screen.queryByText('旧机 2')).not.toBeInTheDocument());
  expect(sent.find(({ name }) => name === 'give_up_phones')?.body).toEqual({ phoneIds: [2], count: 1 });
});

it('says that nothing is there, and that the list did not come', async () => {
  phones = [];
  await renderIn(<RecycleBinPage />, { lang: 'zh-CN', at: '/recycleBin' });
  expect(await screen.findByText('回收站是空的')).toBeVisible();
});

it('offers another try where the server fails', async () => {
  refused = true;
  await renderIn(<RecycleBinPage />, { lang: 'en-US', at: '/recycleBin' });
  expect(await screen.findByText('The recycle bin did not load')).toBeVisible();
});

it('has the record of each wipe, and says which goes on', async () => {
  const record = (id: number, wipeNo: string | null): Purge => ({
    id,
    owlId: `OWL-${id}`,
    phoneAlias: `旧机 ${id}`,
    specName: '标准型',
    givenUp: id === 1,
    purgedTime: now - DAY,
    wipedTime: wipeNo ? now : null,
    wipeNo,
  });
  records = [record(1, 'WIPE-7F3A'), record(2, null)];
  await renderIn(<RecycleBinPage />, { lang: 'zh-CN', at: '/recycleBin?phase=purged' });
  const done = (await screen.findByText('旧机 1')).closest('li, tr') as HTMLElement;
  expect(done).toHaveTextContent('已擦除并验证');
  expect(done).toHaveTextContent('WIPE-7F3A');
  expect(screen.getByText('旧机 2').closest('li, tr')).toHaveTextContent('正在擦除');
});
