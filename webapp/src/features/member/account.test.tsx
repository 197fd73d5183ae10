import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession, isSignedIn, onSessionEnd } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import AccountPage from './AccountPage';

const member = {
  id: 7,
  userId: 7,
  nickname: '李姐',
  userName: null,
  phone: '138****0000',
  email: '',
  sex: 0,
  birthday: '',
  location: '',
  channelCode: 'default',
  avatar: '',
  avatarList: [],
  point: 0,
  hasPassword: true,
  mustChangePassword: false,
  social: [],
};
const session = (more: object) => ({
  sessionId: 1,
  terminal: 'WEB',
  current: true,
  createdAt: 1,
  lastSeenAt: Date.now(),
  address: '10.0.0.1',
  device: 'Chrome 140 · Windows',
  ...more,
});

type Sent = { method: string; body: unknown };
let sent: Record<string, Sent[]> = {};
let answers: Record<string, unknown> = {};

// Whole pages with their dialogs, on whatever machine.

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  sent = {};
  answers = {
    current_member: member,
    list_sessions: {
      list: [session({}), session({ sessionId: 2, terminal: 'PC', current: false, device: '' })],
      total: 2,
    },
    list_operator_views: [
      { viewId: 9, operator: '小王', reason: '看不到画面', beginTime: 1_800_000_000_000, untilTime: 1_800_000_060_000 },
    ],
    list_tokens: { list: [] },
    list_webhooks: { list: [] },
    list_phones: { list: [{ phoneId: 5, phoneAlias: '主力', owlId: 'OWL-5' }], total: 1 },
    get_register_type: {
      registerType: '',
      loginWay: 'phone',
      methods: ['password'],
      needsCaptcha: false,
      social: [{ type: 50, name: 'Sandbox ID' }],
    },
    preview_deletion: {
      phones: 3,
      grantsGiven: 0,
      grantsTaken: 0,
      points: 0,
      social: 0,
      subAccounts: ['136****0001', '136****0002'],
      hasPassword: true,
    },
    send_code: { uuid: 'u-1', expireSeconds: 600, resendSeconds: 60, left: 9 },
  };
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent[name] = [...(sent[name] ?? []), { method: init.method, body: init.body ? JSON.parse(init.body) : null }];
    const data = name in answers ? answers[name] : true;
    return new Response(JSON.stringify({ code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
});

const at = (tab: string) => ({ at: `/personalCenter/accountCenter?tab=${tab}` });
const open = async (button: string, tab = 'profile') => {
  await renderIn(<AccountPage />, at(tab));
  await screen.findAllByText(button);
  press(screen, button);
  return within(await screen.findByRole('dialog'));
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** The last element of these words: a dialog's button stands below its title. By text, since roles take jsdom seconds. */
function press(within: Pick<typeof screen, 'getAllByText'>, words: string | RegExp): void {
  const found = within.getAllByText(words);
  fireEvent.click(found[found.length - 1] as HTMLElement);
}
const bodies = (name: string) => (sent[name] ?? []).map(({ body }) => body);

describe('the profile', () => {
  it('is sent as what was changed alone', async () => {
    const dialog = await open('编辑资料');
    fill(dialog.getByLabelText('出生日期'), '1996/11/11');
    press(dialog, '保存资料');
    await waitFor(() => expect(bodies('update_profile')).toEqual([{ birthday: '1996/11/11' }]));
  });

  it('is not sent when nothing was changed', async () => {
    const dialog = await open('编辑资料');
    press(dialog, '保存资料');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies('update_profile')).toEqual([]);
  });
});

describe('a password', () => {
  it('is not changed by e-mail: the choice stands disabled with its reason', async () => {
    const dialog = await open('修改密码', 'security');
    expect(await dialog.findByText('暂不支持通过邮箱修改密码')).toBeInTheDocument();
    expect(dialog.getByRole('radio', { name: '邮箱验证' })).toBeDisabled();
    expect(dialog.getByLabelText('新密码')).toBeInTheDocument();
    expect(bodies('change_password')).toEqual([]);
  });

  it('is changed by a code to the member’s own number, which the page does not name', async () => {
    const dialog = await open('修改密码', 'security');
    press(dialog, /验证码/);
    await waitFor(() => expect(bodies('send_code')).toEqual([{ purpose: 'password' }]));
    fill(dialog.getByLabelText('短信验证码'), '123456');
    fill(dialog.getByLabelText('新密码'), 'gooseberry77');
    fill(dialog.getByLabelText('确认新密码'), 'gooseberry77');
    press(dialog, '修改密码');
    await waitFor(() =>
      expect(bodies('change_password')).toEqual([{ code: '123456', uuid: 'u-1', newPassword: 'gooseberry77' }]),
    );
    expect(await screen.findByText('密码已修改')).toBeInTheDocument();
  });
});

describe('the ways in', () => {
  it.each([true, false])('say whether an operator set the password: %s', async (mustChangePassword) => {
    answers.current_member = { ...member, mustChangePassword };
    await renderIn(<AccountPage />, at('security'));
    await screen.findByText('修改密码');
    expect(screen.queryAllByText('登录密码由管理员设置，请先修改密码。')).toHaveLength(mustChangePassword ? 1 : 0);
  });
});

describe('sessions', () => {
  it('are ended one by one, but never the one that asks', async () => {
    await renderIn(<AccountPage />, at('sessions'));
    const list = within(await screen.findByRole('list', { name: '正在登录' }));
    expect(list.getAllByRole('button')).toHaveLength(1);
    fireEvent.click(list.getByRole('button', { name: '结束登录 未知设备' }));
    const dialog = within(await screen.findByRole('dialog'));
    press(dialog, '结束登录');
    await waitFor(() => expect(bodies('end_session')).toEqual([{ sessionId: 2 }]));
  });

  it('have beside them when support looked, who and why', async () => {
    await renderIn(<AccountPage />, at('sessions'));
    const looks = within(await screen.findByRole('list', { name: '客服查看' }));
    expect(looks.getByRole('listitem')).toHaveTextContent(/客服 小王看不到画面2027-01-15 .*至/);
  });
});

describe('access tokens', () => {
  const token = {
    tokenId: 9,
    name: '自动化',
    scopes: ['phones:read', 'orders:read'],
    phoneIds: [5],
    createdMs: 1,
    untilMs: Date.now() + 86_400_000,
    address: '',
  };

  it('are not made without a name or a scope', async () => {
    const dialog = await open('创建访问令牌', 'api');
    fireEvent.click(dialog.getByLabelText(/^查看云/));
    press(dialog, '创建访问令牌');
    expect(await dialog.findByText('请至少选择一项权限')).toBeInTheDocument();
    expect(await dialog.findByText('名称不能为空')).toBeInTheDocument();
    expect(bodies('create_token')).toEqual([]);
  });

  it('say what they may do, and are revoked', async () => {
    answers.list_tokens = { list: [token] };
    await renderIn(<AccountPage />, at('api'));
    const list = within(await screen.findByRole('list', { name: '访问令牌' }));
    for (const words of ['查看', '查看订单', '1 台云手机', '未使用过'])
      expect(list.getByText(words)).toBeInTheDocument();
    fireEvent.click(list.getByRole('button', { name: '吊销 自动化' }));
    press(within(await screen.findByRole('dialog')), '吊销');
    await waitFor(() => expect(bodies('revoke_token')).toEqual([{ tokenId: 9 }]));
  });
});

describe('deleting the account', () => {
  it('says what is lost, wants the sentence, and ends the session here with its reason', async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    const dialog = await open('注销账号');
    expect(await dialog.findByText(/3 台云手机立即收回/)).toBeInTheDocument();
    expect(dialog.getByText(/^给子账号 136\*\*\*\*0001、136\*\*\*\*0002 的云手机/)).toBeInTheDocument();
    press(dialog, /验证码/);
    await waitFor(() => expect(bodies('send_code')).toEqual([{ purpose: 'delete' }]));
    fill(dialog.getByLabelText('短信验证码'), '123456');
    fill(dialog.getByLabelText('登录密码'), 'Owldeck#2026');
    fill(dialog.getByLabelText('输入“注销账号”确认'), '注销');
    press(dialog, '永久注销账号');
    expect(await dialog.findByText('请输入“注销账号”')).toBeInTheDocument();
    expect(bodies('delete_member')).toEqual([]);
    fill(dialog.getByLabelText('输入“注销账号”确认'), '注销账号');
    press(dialog, '永久注销账号');
    await waitFor(() => expect(isSignedIn()).toBe(false));
    stop();
    expect(ended.mock.calls[0]).toEqual(['pushed', { reason: 'deleted', device: '' }]);
    expect(bodies('delete_member')).toEqual([{ code: '123456', uuid: 'u-1', password: 'Owldeck#2026' }]);
    expect(localStorage.getItem('loginMenberId')).toBeNull();
  });
});
