import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { codeText } from '@/core/rules';
import { endSession, getAccessToken } from '@/core/session';
import { signInWay } from '@/core/storage';
import { renderIn } from '@/test/render';
import { answering, bodies, code, no, ok, picture, type Sent, tokens, ways } from '../answers.test-kit';
import { Refused } from '../refusals';
import { SignInPage } from './SignInPage';

// Typing into antd's fields is slow where the machine is busy.

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // The clock stands until it is moved: a countdown says its first second for a second alone.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  endSession('left');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const tab = (name: string) => screen.findByRole('tab', { name });
const submit = () => screen.getByRole('button', { name: '登录' });
const send = (name = '获取验证码') => screen.findByRole('button', { name });
const codeField = () => screen.findByLabelText('短信验证码');

async function openSms(answers: Parameters<typeof answering>[0] = {}) {
  const sent = answering({ sendSmsCode: code, 'sms-login': ok(tokens), captchaImage: picture('p1'), ...answers });
  await renderIn(<SignInPage />, { at: '/login' });
  await userEvent.click(await tab('短信登录'));
  await userEvent.type(screen.getByLabelText('手机号'), '138 0000 0000');
  return sent;
}

describe('the ways in', () => {
  it("start with the operator's way and go on with the one last used", async () => {
    answering({ 'register-type': ways({ loginWay: 'email' }) });
    const first = await renderIn(<SignInPage />, { at: '/login' });
    expect(await tab('邮箱登录')).toHaveAttribute('aria-selected', 'true');
    first.unmount();
    signInWay.set('sms');
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await tab('短信登录')).toHaveAttribute('aria-selected', 'true');
  });

  it('may start with a phone number and a code', async () => {
    answering({ 'register-type': ways({ loginWay: 'sms' }) });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await tab('短信登录')).toHaveAttribute('aria-selected', 'true');
    expect(await codeField()).toBeVisible();
  });

  it('are those that the server offers; one alone has no tabs', async () => {
    answering({ 'register-type': ways({ methods: ['sms'], social: [] }) });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await screen.findByLabelText('手机号')).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Owl ID 登录' })).toBeNull();
  });

  it('are joined by the accounts of a demo, which fill the form until they are closed', async () => {
    const demo = {
      accounts: ['13800000000', 'admin'],
      password: 'Owldeck#2026',
      messagesPage: 'http://owl.example/sandbox/outbox',
      paymentsPage: 'http://owl.example/sandbox/payments',
    };
    answering({ 'register-type': ways({ loginWay: 'sms', demo }) });
    const first = await renderIn(<SignInPage />, { at: '/login' });
    const strip = await screen.findByRole('complementary', { name: '演示环境' });
    expect(within(strip).getByRole('link', { name: '短信与邮件' })).toHaveAttribute('href', demo.messagesPage);
    expect(within(strip).getByRole('link', { name: '付款' })).toHaveAttribute('href', demo.paymentsPage);
    await userEvent.click(within(strip).getByRole('button', { name: '填入账号 admin' }));
    expect(await screen.findByLabelText('手机号或账号')).toHaveValue('admin');
    expect(screen.getByLabelText('密码')).toHaveValue('Owldeck#2026');
    await userEvent.click(within(strip).getByRole('button', { name: '收起演示说明' }));
    expect(screen.queryByRole('complementary', { name: '演示环境' })).toBeNull();
    first.unmount();
    await renderIn(<SignInPage />, { at: '/login' });
    await tab('短信登录');
    expect(screen.queryByRole('complementary', { name: '演示环境' })).toBeNull();
  });

  it('fall back to the password when the server cannot say', async () => {
    answering({ 'register-type': no(500, 'x') });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await screen.findByLabelText('手机号或账号')).toBeVisible();
  });

  it('are walked by arrow keys, and what was typed stays', async () => {
    answering({});
    await renderIn(<SignInPage />, { at: '/login' });
    await userEvent.type(await screen.findByLabelText('手机号或账号'), '13800000000');
    (await tab('密码登录')).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await tab('短信登录')).toHaveFocus();
    expect(screen.getByLabelText('手机号')).toHaveValue('13800000000');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(await tab('邮箱登录')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(await tab('密码登录')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a code by SMS', () => {
  it('is asked for, counted down, pasted and signs in without a click; the way is remembered', async () => {
    const sent = await openSms();
    await userEvent.click(await send());
    expect(await screen.findByRole('button', { name: '60 秒后重发' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/今天还能获取 9 次/)).toBeVisible();
    expect(bodies(sent, 'sendSmsCode')).toEqual([{ phone: '13800000000', purpose: 'login' }]);
    await userEvent.click(screen.getByRole('checkbox'));
    (await codeField()).focus();
    await userEvent.paste('【Owldeck】您的验证码是 246810，用于登录，10 分钟内有效。');
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login')).toEqual([
      { phone: '138 0000 0000', code: '246810', uuid: 'request-1', channelCode: 'default', agreed: true },
    ]);
    expect(signInWay.get()).toBe('sms');
  });

  it('signs in without a click when the browser fills it in', async () => {
    const sent = await openSms();
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.click(screen.getByRole('checkbox'));
    fireEvent.change(await codeField(), { target: { value: '246810' } });
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login')).toHaveLength(1);
  });

  it('stays with its way: the next begins with an empty code', async () => {
    await openSms();
    await userEvent.type(await codeField(), '12345');
    await userEvent.click(await tab('邮箱登录'));
    expect(await screen.findByLabelText('邮箱验证码')).toHaveValue('');
    await userEvent.click(await tab('短信登录'));
    expect(await codeField()).toHaveValue('');
  });

  it('needs no picture but its own, also where passwords need one', async () => {
    const sent = await openSms({
      'register-type': ways({ needsCaptcha: true }),
      sendSmsCode: ({ body }: Sent) => (body?.captchaUuid ? code : no(Refused.captcha, 'x', { captcha: true })),
    });
    expect(screen.queryByLabelText('图形验证码')).toBeNull();
    await userEvent.click(await send());
    await userEvent.type(await screen.findByLabelText('图形验证码'), 'AB3DE');
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(await codeField());
    await userEvent.paste('246810');
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login')[0]).not.toHaveProperty('captchaUuid');
  });

  it('takes no digits out of a longer number', async () => {
    await openSms();
    await userEvent.click(await codeField());
    await userEvent.paste('13800000000');
    expect(await codeField()).toHaveValue('138000');
    expect(getAccessToken()).toBeNull();
  });

  it('is refused before it is sent while the number is none', async () => {
    const sent = await openSms();
    await userEvent.clear(screen.getByLabelText('手机号'));
    await userEvent.click(await send());
    expect(await screen.findByText('手机号不能为空')).toBeVisible();
    await userEvent.type(screen.getByLabelText('手机号'), '12345');
    await userEvent.click(await send());
    expect(await screen.findByText('请输入正确的手机号')).toBeVisible();
    expect(bodies(sent, 'sendSmsCode')).toEqual([]);
  });

  it('must have been asked for before it is believed', async () => {
    const sent = await openSms();
    await userEvent.type(await codeField(), '123456');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    expect(await screen.findByText('请先获取验证码')).toBeVisible();
    expect(bodies(sent, 'sms-login')).toEqual([]);
  });

  it('keeps its countdown and its request over a reload, by number', async () => {
    const sent = await openSms();
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    document.body.innerHTML = '';
    const reloaded = await renderIn(<SignInPage />, { at: '/login' });
    const screenNow = within(reloaded.container);
    expect(await screenNow.findByLabelText('手机号')).toHaveValue('13800000000');
    expect(await screenNow.findByRole('button', { name: /^\d+ 秒后重发$/ })).toBeVisible();
    await userEvent.type(await screenNow.findByLabelText('短信验证码'), '123456');
    await userEvent.click(screenNow.getByRole('checkbox'));
    await userEvent.click(screenNow.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(bodies(sent, 'sms-login')[0]).toMatchObject({ code: '123456', uuid: 'request-1' }));
  });

  it('may be asked for again for another number at once', async () => {
    await openSms();
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.clear(screen.getByLabelText('手机号'));
    await userEvent.type(screen.getByLabelText('手机号'), '13900000000');
    expect(await send()).toHaveAttribute('aria-disabled', 'false');
  });

  it('asked for too soon counts down what the server says', async () => {
    await openSms({ sendSmsCode: no(Refused.tooSoon, 'x', { retryAfterMs: 42_000 }) });
    await userEvent.click(await send());
    expect(await screen.findByRole('button', { name: '42 秒后重发' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('beyond the day says so and offers the password, with the number kept', async () => {
    const words = codeText(Refused.dailyCap) as string;
    expect(words).toContain('密码登录');
    await openSms({ sendSmsCode: no(Refused.dailyCap, words) });
    await userEvent.click(await send());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: '用密码登录' }));
    expect(await tab('密码登录')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText('手机号或账号')).toHaveValue('138 0000 0000');
  });

  it('wants a picture solved where the server does; a wrong answer brings another, a right one sends', async () => {
    let pictures = 0;
    const sent = await openSms({
      captchaImage: () => picture(`p${++pictures}`),
      sendSmsCode: ({ body }) =>
        !body?.captchaUuid
          ? no(Refused.captcha, '请先完成图形验证', { captcha: true })
          : body.captchaCode === 'right'
            ? code
            : no(Refused.captchaWrong, '图形验证码不正确或已失效，请重新输入'),
    });
    await userEvent.click(await send());
    const answer = await screen.findByLabelText('图形验证码');
    await waitFor(() => expect(answer).toHaveFocus());
    await waitFor(() => expect(screen.getByRole('button', { name: '听验证码' })).toBeEnabled());
    await userEvent.type(answer, 'wrong');
    await userEvent.click(await send());
    await waitFor(() => expect(pictures).toBe(2));
    await waitFor(() => expect(answer).toHaveValue(''));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '看不清，换一张' })).toHaveAttribute('aria-busy', 'false'),
    );
    await userEvent.type(answer, 'right');
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    expect(bodies(sent, 'sendSmsCode').at(-1)).toMatchObject({ captchaUuid: 'p2', captchaCode: 'right' });
  });

  it('answers a wrong one in words, and an unknown number with the way to register it', async () => {
    const words = codeText(Refused.unregistered) as string;
    await openSms({ 'sms-login': no(Refused.unregistered, words) });
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(await codeField(), '123456');
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: '去注册' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/register');
  });
});

describe('a sign-in that is tried too often', () => {
  const fill = async () => {
    await userEvent.type(await screen.findByLabelText('手机号或账号'), '13800000000');
    await userEvent.type(screen.getByLabelText('密码'), 'Wrong#2026');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
  };

  it('wants a picture, another by click, and sends what was typed', async () => {
    let pictures = 0;
    const sent = answering({
      'sms-login': ({ body }) =>
        body?.captchaUuid ? ok(tokens) : no(Refused.captcha, '请先完成图形验证', { captcha: true }),
      captchaImage: () => picture(`p${++pictures}`),
    });
    await renderIn(<SignInPage />, { at: '/login' });
    await fill();
    const answer = await screen.findByLabelText('图形验证码');
    await waitFor(() => expect(sent.find((one) => one.path === 'captchaImage')?.query.get('action')).toBe('login'));
    await userEvent.click(screen.getByRole('button', { name: '看不清，换一张' }));
    await waitFor(() => expect(pictures).toBe(2));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '看不清，换一张' })).toHaveAttribute('aria-busy', 'false'),
    );
    await userEvent.click(submit());
    expect(await screen.findByText('请输入图形验证码')).toBeVisible();
    await userEvent.type(answer, 'ab2c');
    await userEvent.click(submit());
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login').at(-1)).toMatchObject({ captchaUuid: 'p2', captchaCode: 'ab2c' });
  });

  it('says how long to wait, and when it is over', async () => {
    answering({ 'sms-login': no(Refused.limit, '操作过于频繁，请稍后再试', { retryAfterMs: 125_000 }) });
    await renderIn(<SignInPage />, { at: '/login' });
    await fill();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('操作过于频繁，请稍后再试');
    expect(alert).toHaveTextContent(/2:0\d 后可以再试/);
    await waitFor(() => expect(alert).toHaveTextContent('大约 3 分钟后可以再试'));
    const before = alert.textContent;
    vi.setSystemTime(Date.now() + 1000);
    await waitFor(() => expect(alert.textContent).not.toBe(before));
    expect(alert).toHaveTextContent(/[12]:\d\d 后可以再试/);
  });
});

describe('a sign-in by e-mail', () => {
  it('goes by code or by password', async () => {
    const sent = answering({ sendSmsCode: code, 'sms-login': no(AnswerCode.BAD_CREDENTIALS, '账号或密码不正确') });
    await renderIn(<SignInPage />, { at: '/login' });
    await userEvent.click(await tab('邮箱登录'));
    await userEvent.click(submit());
    expect(await screen.findByText('邮箱不能为空')).toBeVisible();
    await userEvent.type(screen.getByLabelText('邮箱'), 'Owl@Example.com');
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    expect(bodies(sent, 'sendSmsCode')).toEqual([{ email: 'owl@example.com', purpose: 'login' }]);
    await userEvent.click(screen.getByRole('button', { name: '用密码登录' }));
    await userEvent.type(await screen.findByLabelText('密码'), 'Owldeck#2026');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('账号或密码不正确');
    expect(bodies(sent, 'sms-login')).toEqual([
      { email: 'Owl@Example.com', password: 'Owldeck#2026', channelCode: 'default', agreed: true },
    ]);
  });

  it('with a code sends the address, the code and its request, and goes on once it is filled in', async () => {
    const sent = answering({ sendSmsCode: code, 'sms-login': ok(tokens) });
    await renderIn(<SignInPage />, { at: '/login' });
    await userEvent.click(await tab('邮箱登录'));
    await userEvent.type(screen.getByLabelText('邮箱'), 'owl@example.com');
    await userEvent.click(await send());
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.click(screen.getByRole('checkbox'));
    fireEvent.change(await screen.findByLabelText('邮箱验证码'), { target: { value: '246810' } });
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login')).toEqual([
      { email: 'owl@example.com', code: '246810', uuid: 'request-1', channelCode: 'default', agreed: true },
    ]);
  });
});

it('leads to registration and reset with the page that was wanted', async () => {
  answering({});
  await renderIn(<SignInPage />, { at: '/login?redirect=%2Fplay%3FphoneId%3D7' });
  expect(await screen.findByRole('link', { name: '注册，领取 1 天试用机' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fplay%3FphoneId%3D7',
  );
  expect(screen.getByRole('link', { name: '忘记密码' })).toHaveAttribute(
    'href',
    '/restpassword?redirect=%2Fplay%3FphoneId%3D7',
  );
});
