import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { router } from '@/app/router';
import { AnswerCode } from '@/contract/constants';
import { notifyFault, showFault, wantsAgain } from '@/core/notify';
import { beginSession, endSession, leaveSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { Faults } from './Faults';

const fault = (code: number, message: string, kind: 'code' | 'network' = 'code') => ({
  kind,
  code,
  message,
  requestId: 'r-1',
});
let navigate = vi.spyOn(router, 'navigate');

beforeEach(() => {
  navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => endSession('left'));

describe('a fault', () => {
  it('of 500 is a toast of the message alone', async () => {
    await renderIn(<Faults />);
    notifyFault(fault(500, '系统未知错误，请反馈给管理员'));
    expect(await screen.findByText('系统未知错误，请反馈给管理员')).toBeVisible();
    expect(screen.queryByText(/r-1/)).toBeNull();
  });

  it('of any other code is a notification, with what operators find it by', async () => {
    await renderIn(<Faults />);
    notifyFault(fault(AnswerCode.PHONE_ABSENT, '云手机不存在'));
    expect(await screen.findByText('云手机不存在')).toBeVisible();
    expect(screen.getByText('请求号 r-1')).toBeVisible();
  });

  it('that many calls met is said once', async () => {
    await renderIn(<Faults />, { lang: 'en-US' });
    for (let call = 0; call < 5; call += 1) notifyFault(fault(0, '', 'network'));
    await waitFor(() => expect(screen.getAllByText(/server could not be reached/)).toHaveLength(1));
  });

  it('of a disabled member that no form answers is an alert', async () => {
    await renderIn(<Faults />);
    showFault(fault(AnswerCode.DISABLED, '手机号已停用，请联系客服'));
    expect(await screen.findByRole('dialog', { name: /提示/ })).toHaveTextContent('手机号已停用');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
  });
});

describe('a change that met a busy server', () => {
  const busy = fault(503, '系统繁忙，请稍后重试');

  it('is sent again when the member says so', async () => {
    await renderIn(<Faults />);
    const again = wantsAgain(busy);
    expect(await screen.findByText('系统繁忙，请稍后重试')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await again).toBe(true);
  });

  it('is given up when the member closes what it says', async () => {
    await renderIn(<Faults />);
    const again = wantsAgain(busy);
    await userEvent.click(await screen.findByRole('button', { name: /close|关闭/i }));
    expect(await again).toBe(false);
  });
});

describe('a session that ends', () => {
  it('by running out is told, and leads to the index', async () => {
    await renderIn(<Faults />);
    endSession('expired');
    expect(await screen.findByRole('dialog', { name: /登录已过期/ })).toHaveTextContent('请重新登录');
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/index', { replace: true });
  });

  it.each([
    ['elsewhere', 'Edge 140 · Windows', '账号已在其他设备登录', 'Edge 140 · Windows'],
    ['elsewhere', '', '账号已在其他设备登录', '其他设备登录'],
    ['disabled', '', '账号已停用', '请联系客服'],
    ['password', '', '密码已修改', '新密码'],
    ['deleted', '', '账号已注销', '已经注销'],
    ['ended', '', '此处登录已被结束', '账号中心'],
  ] as const)('because of %s (%s) says so, and leads to the index', async (reason, device, title, words) => {
    await renderIn(<Faults />);
    endSession('pushed', { reason, device });
    expect(await screen.findByRole('dialog', { name: new RegExp(title) })).toHaveTextContent(words);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/index', { replace: true });
  });

  it('by its member leads to the index without a word', async () => {
    await renderIn(<Faults />);
    leaveSession(true);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/index', { replace: true });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
