import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { endSession, getAccessToken } from '@/core/session';
import { renderIn } from '@/test/render';
import { answering, bodies, code, no, ok, tokens } from '../answers.test-kit';
import { Refused } from '../refusals';
import { BindPage } from './BindPage';
import { SocialReturnPage } from './SocialReturnPage';
import { beginSocial, bindOffer } from './socialJourney';

const AWAY = 'https://id.example/authorize?state=s1';
const unbound = ok({ bound: false, socialToken: 'st', nickname: '<b>猫</b>', avatar: 'https://evil.example/x.png' });

// Typing into antd's fields is slow where the machine is busy.

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  endSession('left');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const here = () => screen.getByLabelText('here');

describe('the way back from another provider', () => {
  it('signs in whoever is bound, and leads to where they were going', async () => {
    const sent = answering({ 'social-login': ok({ bound: true, ...tokens }) });
    beginSocial(50, AWAY, '/play?phoneId=7');
    await renderIn(<SocialReturnPage />, { at: '/social-login?code=c1&state=s1' });
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'social-login')).toEqual([{ type: 50, code: 'c1', state: 's1', agreed: true }]);
    await waitFor(() => expect(here()).toHaveTextContent('/play?phoneId=7'));
  });

  it('leads whoever is not to binding', async () => {
    answering({ 'social-login': unbound });
    beginSocial(50, AWAY, null);
    await renderIn(<SocialReturnPage />, { at: '/social-login?code=c1&state=s1' });
    await waitFor(() => expect(here()).toHaveTextContent('/bind'));
    expect(bindOffer.get(Date.now())).toMatchObject({ socialToken: 'st', type: 50 });
  });

  it.each([
    ['another state', '/social-login?code=c1&state=other', true],
    ['no visit at all', '/social-login?code=c1&state=s1', false],
    ['no state', '/social-login?code=c1', true],
  ])('refuses an answer with %s before the server is asked', async (_, at, begun) => {
    const sent = answering({ 'social-login': unbound });
    if (begun) beginSocial(50, AWAY, null);
    await renderIn(<SocialReturnPage />, { at });
    expect(await screen.findByText(/不是从当前页面发起的/)).toBeVisible();
    expect(bodies(sent, 'social-login')).toEqual([]);
  });

  it('is good once: the same answer again is refused', async () => {
    const sent = answering({ 'social-login': no(500, '系统未知错误，请反馈给管理员') });
    beginSocial(50, AWAY, null);
    const first = await renderIn(<SocialReturnPage />, { at: '/social-login?code=c1&state=s1' });
    expect(await screen.findByRole('alert')).toHaveTextContent('系统未知错误');
    first.unmount();
    await renderIn(<SocialReturnPage />, { at: '/social-login?code=c1&state=s1' });
    expect(await screen.findByText(/不是从当前页面发起的/)).toBeVisible();
    expect(bodies(sent, 'social-login')).toHaveLength(1);
  });

  it.each([
    ['error=access_denied&state=s1', '已取消登录'],
    ['state=s1', '已取消登录'],
    ['error=server_error&state=s1', '登录没有完成'],
  ])('?%s is said plainly and leads back with the way on kept', async (query, heading) => {
    answering({});
    beginSocial(50, AWAY, '/play?phoneId=7');
    await renderIn(<SocialReturnPage />, { at: `/social-login?${query}` });
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '回到登录页' }));
    await waitFor(() => expect(here()).toHaveTextContent('/login?redirect=%2Fplay%3FphoneId%3D7'));
  });

  it('tells a disabled member in the dialog', async () => {
    answering({ 'social-login': no(AnswerCode.DISABLED, '手机号已停用，请联系客服', { userId: 7 }) });
    beginSocial(50, AWAY, null);
    await renderIn(<SocialReturnPage />, { at: '/social-login?code=c1&state=s1' });
    expect(await screen.findByRole('dialog')).toHaveTextContent('手机号已停用，请联系客服');
    expect(getAccessToken()).toBeNull();
  });
});

describe('binding', () => {
  const offer = {
    socialToken: 'st',
    type: 50,
    nickname: '<b>猫</b>',
    avatar: 'https://evil.example/x.png',
    redirect: '/play?phoneId=7',
  };

  it("shows the provider's words as text and no picture from elsewhere", async () => {
    answering({});
    bindOffer.keep(offer, Date.now());
    const { container } = await renderIn(<BindPage />, { at: '/bind' });
    expect(screen.getByText('<b>猫</b>')).toBeVisible();
    expect(container.querySelector('img[src*="evil"]')).toBeNull();
  });

  it('signs in to an account with the token, and goes where one was going', async () => {
    const sent = answering({ 'sms-login': ok(tokens) });
    bindOffer.keep(offer, Date.now());
    await renderIn(<BindPage />, { at: '/bind' });
    await userEvent.type(await screen.findByLabelText('手机号或账号'), '13800000000');
    await userEvent.type(screen.getByLabelText('密码'), 'Owldeck#2026');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: '登录并绑定' }));
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sms-login')[0]).toMatchObject({ userName: '13800000000', socialToken: 'st' });
    await waitFor(() => expect(here()).toHaveTextContent('/play?phoneId=7'));
  });

  it('registers with the token; a known number turns to sign-in with the number kept', async () => {
    // The clock stands: the countdown of a code says 60 for a second alone.
    vi.useFakeTimers({ toFake: ['Date'] });
    const sent = answering({ sendSmsCode: code, register: no(Refused.registered, '该手机号已注册，请直接登录') });
    bindOffer.keep(offer, Date.now());
    await renderIn(<BindPage />, { at: '/bind' });
    await userEvent.click(await screen.findByRole('tab', { name: '注册新账号' }));
    await userEvent.type(screen.getByLabelText('手机号'), '13800000000');
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
    await screen.findByRole('button', { name: '60 秒后重发' });
    await userEvent.type(screen.getByLabelText('短信验证码'), '123456');
    await userEvent.type(screen.getByLabelText('设置密码'), 'Tree&House7');
    await userEvent.type(screen.getByLabelText('再次输入密码'), 'Tree&House7');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: '注册并绑定' }));
    await userEvent.click(await screen.findByRole('button', { name: '用这个号码登录' }));
    expect(bodies(sent, 'register')[0]).toMatchObject({ socialToken: 'st' });
    expect(await screen.findByLabelText('手机号或账号')).toHaveValue('13800000000');
  });

  it('can be left, and is then over', async () => {
    answering({});
    bindOffer.keep(offer, Date.now());
    const page = await renderIn(<BindPage />, { at: '/bind' });
    await userEvent.click(await screen.findByRole('button', { name: '不绑定，返回登录' }));
    await waitFor(() => expect(here()).toHaveTextContent('/login'));
    page.unmount();
    expect(bindOffer.get(Date.now())).toBeNull();
  });

  it('is not to be had without an offer, or when it is too old', async () => {
    answering({});
    bindOffer.keep(offer, Date.now() - 10 * 60 * 1000);
    await renderIn(<BindPage />, { at: '/bind' });
    await waitFor(() => expect(here()).toHaveTextContent('/login'));
  });
});
