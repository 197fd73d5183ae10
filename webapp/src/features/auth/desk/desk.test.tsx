import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { Code } from '@/core/http';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { SignInDesk } from './api';
import SignInDeskPage from './SignInDeskPage';

const kept: SignInDesk = {
  methods: [
    { name: 'password', works: true, on: true },
    { name: 'sms', works: true, on: true },
    { name: 'email', works: false, on: true },
    { name: 'social', works: true, on: false },
  ],
  loginWay: 'phone',
  registerType: '',
  updateTime: 10,
  senders: [
    {
      channel: 'sms',
      ready: true,
      settings: [
        { variable: 'OWLDECK_SMS_KIND', value: 'webhook', secret: false, source: 'environment' },
        { variable: 'OWLDECK_SMS_KEY', value: null, secret: true, source: 'file' },
        { variable: 'OWLDECK_SMS_REGION', value: null, secret: false, source: 'default' },
      ],
    },
    { channel: 'mail', ready: false, settings: [] },
  ],
};

let sent: { name: string; body: unknown }[] = [];
/** Answers of the next calls by name, in their order. */
let answers: Record<string, object[]> = {};

beforeEach(() => {
  [sent, answers] = [[], {}];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: JSON.parse(init.body ?? 'null') });
    const data = answers[name]?.shift() ?? { data: name === 'get_sign_in_desk' ? kept : null };
    return new Response(JSON.stringify({ code: 0, msg: '', ...data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

async function open(permissions = ['*:*:*']) {
  await renderIn(
    <RightsProvider value={{ permissions, roles: [] }}>
      <SignInDeskPage />
    </RightsProvider>,
    { lang: 'zh-CN' },
  );
  return screen.findByRole('switch', { name: /^短信验证码/ });
}

const bodies = (name: string) => sent.filter((call) => call.name === name).map(({ body }) => body);
const save = async () => userEvent.click(await screen.findByRole('button', { name: '保存' }));

it('sends the ways that are on in the order of the server, and says a refusal beside what it is about', async () => {
  await userEvent.click(await open());
  await userEvent.click(screen.getByRole('switch', { name: /^第三方账号/ }));
  await userEvent.click(screen.getByRole('switch', { name: /^开放注册/ }));
  expect(await screen.findByText('2 处改动')).toBeVisible();
  answers.save_sign_in = [
    { code: 400, msg: '请保留一种', data: { field: 'methods' } },
    { data: { ...kept, updateTime: 20 } },
  ];
  await save();
  const ways = within(screen.getByRole('region', { name: '登录方式' }));
  expect(await ways.findByText('请保留一种')).toBeVisible();
  expect(bodies('save_sign_in')).toEqual([
    { methods: ['password', 'email', 'social'], loginWay: 'phone', registerType: 'none', updateTime: 10 },
  ]);
  await save();
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull());
  expect(screen.queryByText('请保留一种')).toBeNull();
});

it('shows of a secret only that it is set, and where each setting comes from', async () => {
  await open();
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
  expect(row('OWLDECK_SMS_KIND').getByText('webhook')).toBeVisible();
  expect(row('OWLDECK_SMS_KIND').getByText('环境变量')).toBeVisible();
  expect(row('OWLDECK_SMS_KEY').getByText('已设置，不显示')).toBeVisible();
  expect(row('OWLDECK_SMS_REGION').getByText('未设置')).toBeVisible();
  expect(screen.getByText('没有配置，邮件不会发出')).toBeVisible();
  expect(screen.getByText('本服务器没有配置')).toBeVisible();
});

it('tells what the service answered to a test, and says a wrong number beside its field', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: '测试' }));
  const dialog = within(await screen.findByRole('dialog'));
  answers.test_sender = [
    { code: 400, msg: '手机号不正确', data: { field: 'to' } },
    { data: { channel: 'sms', outcome: 'refused', answer: 'isv.SIGN', tookMs: 12 } },
  ];
  const send = dialog.getByRole('button', { name: '发送测试' });
  await userEvent.type(dialog.getByLabelText('手机号或邮箱'), '1');
  await userEvent.click(send);
  expect(await dialog.findByText('手机号不正确')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('手机号或邮箱'), '3800000000');
  await userEvent.click(send);
  expect(await dialog.findByText('isv.SIGN')).toBeVisible();
  expect(dialog.getByText('被服务拒绝')).toBeVisible();
  expect(bodies('test_sender')).toEqual([{ to: '1' }, { to: '13800000000' }]);
});

it('tells the second of two what differs, and sends its own over the other when that is chosen', async () => {
  await userEvent.click(await open());
  const theirs = { ...kept, loginWay: 'sms', updateTime: 30 };
  answers.save_sign_in = [
    { code: Code.changedMeanwhile, msg: 'x', data: { now: theirs, by: 'linqiao', time: 1 } },
    { data: { ...kept, updateTime: 31 } },
  ];
  await save();
  const line = await screen.findByRole('alert');
  expect(line).toHaveTextContent('linqiao');
  expect(line).toHaveTextContent('登录方式、首选方式');
  await userEvent.click(screen.getByRole('button', { name: '用我的' }));
  await waitFor(() => expect(bodies('save_sign_in')).toHaveLength(2));
  expect(bodies('save_sign_in')[1]).toMatchObject({ loginWay: 'phone', updateTime: 30 });
});

it('lets whoever may only look change and test nothing', async () => {
  expect(await open(['system:sign-in:list'])).toBeDisabled();
  expect(screen.queryByRole('button', { name: '测试' })).toBeNull();
});
