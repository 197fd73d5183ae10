import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Imported } from '../users/api';
import type { Member, MemberRow } from './api';
import MembersPage from './MembersPage';

let sent: { name: string; query: URLSearchParams; body: unknown }[] = [];

const row = (memberId: number, more: Partial<MemberRow>): MemberRow => ({
  memberId,
  userName: '',
  nickname: `会员${memberId}`,
  phone: '133****1001',
  isOperator: false,
  isSubAccount: false,
  disabled: false,
  createTime: 1_800_000_000_000,
  signInTime: null,
  points: 2480,
  phones: 18,
  failing: 0,
  ending: 0,
  spentFen: 348_000,
  ...more,
});

const counts = [
  { show: 'all', count: 3 },
  { show: 'withPhones', count: 2 },
  { show: 'subAccounts', count: 0 },
  { show: 'disabled', count: 1 },
  { show: 'operators', count: 1 },
];

const member: Member = {
  memberId: 1001,
  userName: '',
  nickname: '李姐水果店',
  phone: '139****6021',
  hasEmail: false,
  isOperator: false,
  disabled: false,
  disabledReason: '',
  createTime: 1_800_000_000_000,
  signInTime: null,
  phones: 18,
  failing: 1,
  orders: 41,
  spentFen: 348_000,
  points: 2480,
  pointsFen: 2480,
  refunds: 1,
  refundsFen: 22_500,
  refundsSince: 1_800_000_000_000,
  sessions: 3,
  seenTime: 1_800_000_000_000,
  feedback: 2,
  unanswered: 1,
  parent: null,
  subAccounts: [],
};

const tried: Omit<Imported, 'code' | 'msg'> = {
  added: 1,
  updated: 0,
  failed: 1,
  errors: [{ row: 3, column: '手机号码', value: '1.38E+10', why: '数字已丢失位数' }],
  rows: [
    { row: 2, result: 'added' },
    { row: 3, result: 'failed' },
  ],
};

const none = { list: [], total: 0 };

beforeEach(() => {
  sent = [];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string | FormData }) => {
    const [, query = ''] = url.split('?');
    const name = operationOf(url, init.method);
    const body = init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(init.body ?? 'null');
    sent.push({ name, query: new URLSearchParams(query), body });
    const list = [row(7, { nickname: '我' }), row(1001, { failing: 1 }), row(1002, { disabled: true })];
    const answers: Record<string, object> = {
      list_members: { data: { list, total: 3, counts } },
      get_member: { data: member },
      reveal_member: { data: { phone: '13900006021', email: '' } },
      adjust_member_points: { data: { balance: 2680 } },
      list_member_phones: { data: none },
      list_member_orders: { data: none },
      import_users: tried,
    };
    return new Response(JSON.stringify({ code: 200, msg: '', ...answers[name] }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const page = (permissions: string[], at = '/operator/members') =>
  renderIn(
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <MembersPage />
    </RightsProvider>,
    { at },
  );

it('asks by the address, locks the own account and disables with a reason', async () => {
  await page(['member:list', 'system:user:edit'], '/operator/members?q=12&show=disabled&sort=signedIn&order=asc');
  const more = await screen.findByRole('button', { name: '“会员1001”的其他操作' });
  const asked = sent.find(({ name }) => name === 'list_members')?.query;
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    keyword: '12',
    show: 'disabled',
    sort: 'signedIn',
    ascending: 'true',
  });
  expect(screen.getAllByText(/133\*\*\*\*1001 · ID 1001/)).toHaveLength(1);
  expect(screen.getByText('1 台异常')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /重设|导入|加会员|导出/ })).toBeNull();
  expect(screen.getByRole('img', { name: '不能停用或删除自己的账号' })).toBeInTheDocument();
  await userEvent.click(more);
  const menu = await screen.findByRole('menu');
  expect(within(menu).queryByText('删除')).toBeNull();
  await userEvent.click(within(menu).getByText('停用'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: '停用 1 人' }));
  expect(await within(dialog).findByText('请填写原因，最多 200 个字')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText('原因，会员登录时看得到'), '拒付两笔');
  await userEvent.click(within(dialog).getByRole('button', { name: '停用 1 人' }));
  const body = { userId: 1001, status: '1', reason: '拒付两笔' };
  await waitFor(() => expect(bodies('change_user_status')).toEqual([body]));
});

it('tries a table beforehand, names its wrong cells, and takes the good rows where that is chosen', async () => {
  await page(['*:*:*']);
  await userEvent.click(await screen.findByRole('button', { name: '导入' }));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['手机号码\n1\n'], 'users.csv', { type: 'text/csv' });
  await userEvent.upload(within(dialog).getByLabelText('选一个文件', { selector: 'input' }), file);
  await within(dialog).findByText('1.38E+10');
  expect(bodies('import_users')).toMatchObject([{ dryRun: '1', goodRows: '1', updateSupport: '0' }]);
  expect(within(dialog).getByRole('button', { name: /导入 1 人 · 还差 1 行/ })).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('radio', { name: '只导入对的 1 行' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '导入 1 人' }));
  await waitFor(() =>
    expect(bodies('import_users').at(-1)).toMatchObject({ dryRun: '0', goodRows: '1', updateSupport: '0' }),
  );
});

it('shows the whole number on demand alone, and takes points with a reason', async () => {
  await page(['*:*:*'], '/operator/members?id=1001');
  expect(await screen.findByRole('heading', { name: '李姐水果店' })).toBeInTheDocument();
  expect(screen.getByText('139****6021')).toBeInTheDocument();
  expect(bodies('reveal_member')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '看全号' }));
  expect(await screen.findByText('13900006021')).toBeInTheDocument();
  expect(bodies('reveal_member')).toEqual([{ memberId: 1001 }]);

  await userEvent.click(screen.getByRole('button', { name: '积分' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: '收回' }));
  await userEvent.type(within(dialog).getByLabelText('积分'), '80');
  await userEvent.type(within(dialog).getByLabelText('原因，会员看得到'), '多给了');
  await userEvent.click(within(dialog).getByRole('button', { name: '收回积分' }));
  const body = { memberId: 1001, points: -80, reason: '多给了' };
  await waitFor(() => expect(bodies('adjust_member_points')).toEqual([body]));
});

it('shows what may be done and read to who may do and read it', async () => {
  await page(['member:list'], '/operator/members?id=1001&tab=done');
  expect(await screen.findByRole('tab', { name: '云手机 18', selected: true })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: '做过的事' })).toBeNull();
  expect(screen.queryByRole('button', { name: /看全号|重设密码|积分|停用/ })).toBeNull();
});
