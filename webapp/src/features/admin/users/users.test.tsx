import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { operations } from '@/contract/operations';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/Gate';
import type { Imported, User } from './api';
import UsersPage from './UsersPage';

vi.setConfig({ testTimeout: 120_000 });
const PATIENCE = { timeout: 60_000 };

let sent: { name: string; query: URLSearchParams; body: unknown }[] = [];

const user = (userId: number, more: Partial<User>): User => ({
  userId,
  userName: `1330000${userId}`,
  nickName: `用户${userId}`,
  phonenumber: `1330000${userId}`,
  email: '',
  sex: '2',
  status: '0',
  delFlag: '0',
  loginDate: '',
  loginIp: '',
  createTime: '2026-11-26 10:00:00',
  roles: [{ roleId: 1, roleName: '会员', roleKey: 'member' }],
  ...more,
});

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

beforeEach(() => {
  sent = [];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string | FormData }) => {
    const [path = '', query = ''] = url.split('?');
    const found = Object.entries(operations).find(([, [method, each]]) => each === path && method === init.method);
    const name = found?.[0] ?? '';
    const body = init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(init.body ?? 'null');
    sent.push({ name, query: new URLSearchParams(query), body });
    const answers: Record<string, object> = {
      list_users: { rows: [user(7, { nickName: '我' }), user(1001, {}), user(1002, { status: '1' })], total: 3 },
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
const page = (permissions: string[], at = '/operator/users') =>
  renderIn(
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <UsersPage />
    </RightsProvider>,
    { at },
  );

it('asks by the address, locks the own account and shows each button to who may use it', async () => {
  await page(['system:user:list', 'system:user:edit'], '/operator/users?q=12&show=disabled&sort=loginDate&order=asc');
  await userEvent.click(await screen.findByRole('button', { name: '“用户1001”的其他操作' }, PATIENCE));
  const asked = sent.find(({ name, query }) => name === 'list_users' && query.has('keyword'))?.query;
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    keyword: '12',
    status: '1',
    orderByColumn: 'loginDate',
    isAsc: 'asc',
  });
  expect(screen.getByText('133****1001 · ID 1001')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /重设|导入|加用户|导出/ })).toBeNull();
  expect(screen.getByRole('img', { name: '不能停用或删除自己的账号' })).toBeInTheDocument();
  const menu = await screen.findByRole('menu', {}, PATIENCE);
  expect(within(menu).queryByText('删除')).toBeNull();
  await userEvent.click(within(menu).getByText('停用'));
  await userEvent.click(await screen.findByRole('button', { name: '停用' }, PATIENCE));
  await waitFor(() => expect(bodies('change_user_status')).toEqual([{ userId: 1001, status: '1' }]), PATIENCE);
});

it('tries a table beforehand, names its wrong cells, and takes the good rows where that is chosen', async () => {
  await page(['*:*:*']);
  await userEvent.click(await screen.findByRole('button', { name: '导入' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', {}, PATIENCE);
  const file = new File(['手机号码\n1\n'], 'users.csv', { type: 'text/csv' });
  await userEvent.upload(within(dialog).getByLabelText('选一个文件', { selector: 'input' }), file);
  await within(dialog).findByText('1.38E+10', {}, PATIENCE);
  expect(bodies('import_users')).toMatchObject([{ dryRun: '1', goodRows: '1', updateSupport: '0' }]);
  expect(within(dialog).getByRole('button', { name: /导入 1 人 · 还差 1 行/ })).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('radio', { name: '只导入对的 1 行' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '导入 1 人' }));
  await waitFor(
    () => expect(bodies('import_users').at(-1)).toMatchObject({ dryRun: '0', goodRows: '1', updateSupport: '0' }),
    PATIENCE,
  );
});
