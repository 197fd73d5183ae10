import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { checkSignIn } from '@/core/rules';
import { endSession, getAccessToken } from '@/core/session';
import { renderIn } from '@/test/render';
import { no, ok, ways } from '../answers.test-kit';
import { authApi } from '../api';
import { SignInForm } from './SignInForm';

// Typing into antd's fields is slow where the machine is busy.

const sent = vi.fn<(body: unknown) => void>();
let answer: object = {};
let versions = { terms: 1, privacy: 1 };

beforeEach(() => {
  endSession('left');
  sent.mockReset();
  answer = { code: 0, msg: '', data: { userId: 7, accessToken: 'fresh', refreshToken: '', expiresTime: 0 } };
  versions = { terms: 1, privacy: 1 };
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    if (url.includes('register-type')) return new Response(JSON.stringify(ways({ agreementVersions: versions })));
    if (url.includes('agreement/get')) {
      const text = { kind: 'privacy', version: 2, title: '新隐私政策', html: '<p>新</p>', publishTime: 0 };
      return new Response(JSON.stringify(ok(text)));
    }
    sent(JSON.parse(init.body ?? ''));
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const account = () => screen.getByLabelText('手机号或账号');
const password = () => screen.getByLabelText('密码');
const agreed = () => screen.getByRole('checkbox');
const submit = () => screen.getByRole('button', { name: '登录' });

async function fill(secret = 'Owldeck#2026') {
  await userEvent.type(account(), '13800000000');
  await userEvent.type(password(), secret);
}

describe('the sign-in form', () => {
  it("says what is missing in the rules' words and sends nothing", async () => {
    await renderIn(<SignInForm />);
    await userEvent.click(submit());
    const faults = checkSignIn('', '', true);
    expect(faults.account && faults.password).toBeTruthy();
    expect(await screen.findByText(faults.account as string)).toBeVisible();
    expect(await screen.findByText(faults.password as string)).toBeVisible();
    expect(sent).not.toHaveBeenCalled();
  });

  it('asks for the agreement in place, and agreeing there signs in', async () => {
    await renderIn(<SignInForm />);
    await fill();
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(checkSignIn('a', 'b', false).agreed as string);
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '同意并登录' }));
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(agreed()).toBeChecked();
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      userName: '13800000000',
      password: 'Owldeck#2026',
      channelCode: 'default',
      agreed: true,
    });
  });

  it('shows the text that changed meanwhile, and takes the tick away until it is agreed to', async () => {
    // As the page around it does.
    await store.dispatch(authApi.endpoints.registerType.initiate());
    await renderIn(<SignInForm />);
    await fill();
    await userEvent.click(agreed());
    answer = no(AnswerCode.AGREEMENTS_CHANGED, '协议已更新，请重新阅读并同意');
    versions = { terms: 1, privacy: 2 };
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('协议已更新，请重新阅读并同意');
    const text = await screen.findByRole('dialog', { name: '新隐私政策' }, { timeout: 30_000 });
    await userEvent.click(within(text).getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement);
    await waitFor(() => expect(agreed()).not.toBeChecked());
    answer = ok({ userId: 7, accessToken: 'fresh', refreshToken: '', expiresTime: 0 });
    await userEvent.click(agreed());
    await userEvent.click(submit());
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ agreementVersions: { terms: 1, privacy: 1 } });
    expect(sent).toHaveBeenCalledTimes(2);
    expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ agreementVersions: versions }));
  });

  it('goes back to the page that asked for the sign-in, never to another origin', async () => {
    const first = await renderIn(<SignInForm />, { at: '/login?redirect=%2Fplay%3FphoneId%3D7' });
    await fill();
    await userEvent.click(agreed());
    await userEvent.click(submit());
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/play?phoneId=7'));
    first.unmount();
    await renderIn(<SignInForm />, { at: '/login?redirect=%2F%2Fevil.example' });
    await fill();
    await userEvent.click(agreed());
    await userEvent.click(submit());
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/index'));
  });

  it("shows the server's refusal above the button and stays", async () => {
    answer = { code: AnswerCode.BAD_CREDENTIALS, msg: '账号或密码不正确', data: null };
    await renderIn(<SignInForm />);
    await fill('wrong');
    await userEvent.click(agreed());
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('账号或密码不正确');
    expect(getAccessToken()).toBeNull();
  });

  it('tells a disabled member in a dialog and does not sign in', async () => {
    answer = { code: AnswerCode.DISABLED, msg: '手机号已停用，请联系客服', data: { userId: 7, accessToken: 'no' } };
    await renderIn(<SignInForm />);
    await fill();
    await userEvent.click(agreed());
    await userEvent.click(submit());
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('提示');
    expect(dialog).toHaveTextContent('手机号已停用，请联系客服');
    expect(getAccessToken()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for a code that binds, where it binds an account elsewhere', async () => {
    answer = { code: 0, msg: '', data: { uuid: 'request-1', expireSeconds: 600, resendSeconds: 60, left: 9 } };
    await renderIn(<SignInForm way="sms" socialToken="vouched" />);
    await userEvent.type(screen.getByLabelText('手机号'), '13800000000');
    await userEvent.click(await screen.findByRole('button', { name: '获取验证码' }));
    await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ phone: '13800000000', purpose: 'bind' }));
  });

  it('warns of caps lock while the password is typed', async () => {
    await renderIn(<SignInForm />);
    const user = userEvent.setup();
    await user.type(password(), '{CapsLock}x');
    expect(screen.getByText('大写锁定已打开')).toBeVisible();
    await user.type(password(), '{CapsLock}y');
    expect(screen.queryByText('大写锁定已打开')).toBeNull();
  });

  it('opens the text of each agreement without ticking it', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const text = {
        kind: 'privacy',
        version: 3,
        title: '隐私权政策',
        html: '<p>保存<b>手机号</b></p>',
        publishTime: 0,
      };
      return new Response(JSON.stringify({ code: 0, msg: '', data: text }));
    });
    await renderIn(<SignInForm />);
    await userEvent.click(screen.getByRole('button', { name: '《隐私政策》' }));
    const dialog = await screen.findByRole('dialog', { name: '隐私权政策' });
    expect(dialog).toHaveTextContent('第 3 版');
    expect(within(dialog).getByText('手机号', { selector: 'b' })).toBeVisible();
    expect(asked.at(-1)).toMatch(/agreement\/get\?kind=privacy$/);
    expect(agreed()).not.toBeChecked();
  });
});
