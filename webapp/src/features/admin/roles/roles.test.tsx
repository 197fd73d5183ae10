import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { operations } from '@/contract/operations';
import { api } from '@/core/api';
import { Code } from '@/core/http';
import { beginSession, endSession } from '@/core/session';
import words from '@/i18n/zh-CN/roles.json';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Roles } from './api';
import { changesOf, grouped } from './groups';
import RolesPage from './RolesPage';

const listed: Roles = {
  roles: [
    { roleId: 1, name: '店长', permissions: ['*:*:*'], updateTime: 10 },
    { roleId: 2, name: '财务', permissions: ['member:list'], updateTime: 20 },
  ],
  operators: [
    { memberId: 7, name: 'zhoumin', disabled: false, ownPermissions: [], roleIds: [1] },
    { memberId: 8, name: 'linqiao', disabled: false, ownPermissions: [], roleIds: [2] },
  ],
  permissions: [
    { name: '*:*:*', held: false },
    { name: 'member:list', held: true },
    { name: 'order:refund', held: true },
    { name: 'system:of-tomorrow', held: true },
  ],
};

let sent: { name: string; body: unknown }[] = [];
/** Answers of the next savings, in their order. */
let saving: object[] = [];

beforeEach(() => {
  [sent, saving] = [[], []];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: JSON.parse(init.body ?? 'null') });
    const data = name === 'list_roles' ? { data: listed } : name === 'save_role' ? saving.shift() : { data: true };
    return new Response(JSON.stringify({ code: 0, msg: '', ...data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const page = (permissions: string[]) =>
  renderIn(
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <RolesPage />
    </RightsProvider>,
    { at: '/operator/roles' },
  );
const act = async (role: string, what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `“${role}”的操作` }));
  await userEvent.click(within(await screen.findByRole('menu')).getByText(what));
};

it('edits one role at a time, locks what one has not, and says what is changed for whom', async () => {
  await page(['system:role:list', 'system:role:edit']);
  await act('财务', '编辑');
  expect(screen.getByRole('checkbox', { name: '财务：全部权限' })).toBeDisabled();
  expect(screen.getByRole('button', { name: '保存 0 处改动' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: '财务：处理退款' }));
  expect(screen.getByText('+ order:refund')).toBeVisible();
  expect(screen.getByText(/影响 1 人/)).toBeVisible();
  saving = [{ data: { ...listed.roles[1], permissions: ['member:list', 'order:refund'], updateTime: 30 } }];
  await userEvent.click(screen.getByRole('button', { name: '保存 1 处改动' }));
  const body = { roleId: 2, updateTime: 20, name: '财务', permissions: ['member:list', 'order:refund'] };
  await waitFor(() => expect(bodies('save_role')).toEqual([body]));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

it('tells the second of two who was first, and sends the own version on only when that is chosen', async () => {
  await page(['*:*:*']);
  await act('财务', '编辑');
  await userEvent.click(screen.getByRole('checkbox', { name: '财务：处理退款' }));
  const now = { roleId: 2, name: '出纳', permissions: [], updateTime: 25 };
  saving = [
    { code: Code.changedMeanwhile, msg: '已被其他人修改', data: { now, by: 'linqiao', time: 1_800_000_000_000 } },
    { data: { ...now, updateTime: 40 } },
  ];
  await userEvent.click(screen.getByRole('button', { name: '保存 1 处改动' }));
  const line = await screen.findByRole('alert');
  expect(line).toHaveTextContent(/linqiao 在 .* 改过/);
  expect(line).toHaveTextContent('现在是“出纳”，0 项权限。');
  expect(bodies('save_role')).toHaveLength(1);
  await userEvent.click(within(line).getByRole('button', { name: '用我的' }));
  await waitFor(() => expect(bodies('save_role')).toHaveLength(2));
  expect(bodies('save_role')[1]).toMatchObject({ updateTime: 25, name: '财务' });
});

it('gives a role to who is ticked and takes it from who is not', async () => {
  await page(['*:*:*']);
  await act('财务', '给谁');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'zhoumin' }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'linqiao' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '保存，共 1 人' }));
  const given = [
    { memberId: 7, roleIds: [1, 2] },
    { memberId: 8, roleIds: [] },
  ];
  await waitFor(() => expect(bodies('give_roles')).toEqual(given));
});

it('shows rights in groups, each once, and one that it does not know by its name', async () => {
  await page(['system:role:list']);
  expect(await screen.findByText('system:of-tomorrow')).toBeVisible();
  expect(screen.queryByRole('button', { name: /的操作|新建角色/ })).toBeNull();
  const names = grouped(listed.permissions).flatMap(([, list]) => list.map(({ name }) => name));
  expect(names).toEqual(['order:refund', 'member:list', 'system:of-tomorrow']);
  expect(changesOf(['a', 'b'], new Set(['b', 'c']))).toEqual({ added: ['c'], removed: ['a'] });
});

it('has words for every permission that a call asks for', () => {
  const asked = Object.values(operations).flatMap((call: readonly string[]) => call[2] ?? []);
  const named = Object.keys(words.roles.permissions);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((permission) => !named.includes(permission.replaceAll(':', '_')))).toEqual([]);
});
