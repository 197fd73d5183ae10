import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { answering, bodies, code, no, ok } from '../answers.test-kit';
import { ResetPage } from './ResetPage';

// Typing into antd's fields is slow where the machine is busy.

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // The clock stands: the countdown of a code says 60 for a second alone.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  endSession('left');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const GOOD = 'Tree&House7';

async function prove(answers: Parameters<typeof answering>[0] = {}) {
  const sent = answering({
    sendSmsCode: code,
    'valid-sms-code': ok(true),
    'update-phone-password': ok(true),
    ...answers,
  });
  await renderIn(<ResetPage />, { at: '/restpassword' });
  await userEvent.type(screen.getByLabelText('手机号'), '13800000000');
  await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
  await screen.findByRole('button', { name: '60 秒后重发' });
  await userEvent.click(screen.getByLabelText('短信验证码'));
  await userEvent.paste('123456');
  return sent;
}
async function choose() {
  await userEvent.type(await screen.findByLabelText('新密码'), GOOD);
  await userEvent.type(screen.getByLabelText('再次输入密码'), GOOD);
  await userEvent.click(screen.getByRole('button', { name: '重置密码' }));
}

describe('a forgotten password', () => {
  it('is replaced once the number is proved, and leads to sign-in with the number kept', async () => {
    const sent = await prove();
    await choose();
    expect(await screen.findByText(/所有设备上的登录都已退出/)).toBeVisible();
    expect(bodies(sent, 'sendSmsCode')).toEqual([{ phone: '13800000000', purpose: 'reset' }]);
    expect(bodies(sent, 'valid-sms-code')).toEqual([
      { phone: '13800000000', code: '123456', uuid: 'request-1', purpose: 'reset' },
    ]);
    expect(bodies(sent, 'update-phone-password')).toEqual([
      { phone: '13800000000', code: '123456', uuid: 'request-1', newPassword: GOOD },
    ]);
    await userEvent.click(screen.getByRole('button', { name: '去登录' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/login');
  });

  it('stays at the number while the code is wrong', async () => {
    await prove({ 'valid-sms-code': no(AnswerCode.CODE_WRONG, '请输入正确的验证码') });
    expect(await screen.findByRole('alert')).toHaveTextContent('请输入正确的验证码');
    expect(screen.queryByLabelText('新密码')).toBeNull();
  });

  it('goes back to the number when the code is dead by then', async () => {
    await prove({ 'update-phone-password': no(AnswerCode.CODE_WRONG, '请输入正确的验证码') });
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent('请输入正确的验证码');
    await userEvent.click(screen.getByRole('button', { name: '重新验证手机号' }));
    expect(await screen.findByLabelText('手机号')).toHaveValue('13800000000');
  });

  it('leads to registration when nobody has the number', async () => {
    await prove({ 'update-phone-password': no(AnswerCode.UNREGISTERED, '该手机号或邮箱尚未注册，请先注册') });
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent('尚未注册');
    expect(screen.queryByRole('button', { name: '重新验证手机号' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: '去注册' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/register');
  });

  it('takes no weak password', async () => {
    const sent = await prove();
    await userEvent.type(await screen.findByLabelText('新密码'), 'lowercase1!');
    await userEvent.type(screen.getByLabelText('再次输入密码'), 'lowercase1!');
    await userEvent.click(screen.getByRole('button', { name: '重置密码' }));
    await waitFor(() => expect(screen.getByLabelText('新密码')).toHaveFocus());
    expect(bodies(sent, 'update-phone-password')).toEqual([]);
  });
});
