import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import { endView } from '@/core/rules';
import { locale } from '@/core/storage';
import { renderIn } from '@/test/render';
import type { Over } from '../session/playState';
import { EndPanel } from './EndPanel';

const REASONS = Array.from({ length: 14 }, (_, i) => i + 1);
const PRIMARY = { retry: '重新打开', list: '返回列表', signIn: '去登录' } as const;

const show = (over: Over, handlers: { onRetry?: () => void; onWatch?: () => void } = {}) =>
  renderIn(<EndPanel over={over} phoneId={7} onRetry={() => {}} onWatch={() => {}} {...handlers} />, {
    at: '/play?phoneId=7',
  });
const here = () => screen.getByLabelText('here').textContent;

describe('the end of a session', () => {
  it.each(REASONS)('says why and offers its next step (reason %i)', async (reason) => {
    await show({ kind: 'ended', reason, detail: 30 });
    const view = endView(reason, 30);
    expect(view.text).not.toContain('{n}');
    expect(screen.getByRole('alert')).toHaveTextContent(view.text);
    expect(screen.getByRole('button', { name: PRIMARY[view.next] })).toBeEnabled();
  });

  it('has words of its own for each reason, in both languages', () => {
    for (const lang of ['zh-CN', 'en-US'] as const) {
      locale.set(lang);
      expect(new Set(REASONS.map((reason) => endView(reason, 0).text)).size).toBe(REASONS.length);
    }
  });

  it('says what the phone told, for each cause of a missing picture, in both languages', async () => {
    const causes = Array.from({ length: 6 }, (_, i) => i + 1);
    for (const lang of ['zh-CN', 'en-US'] as const) {
      locale.set(lang);
      const texts = [0, 99, ...causes].map((cause) => endView(14, cause).text);
      expect(new Set(texts).size).toBe(7);
      expect(texts[0]).toBe(texts[1]);
    }
    await show({ kind: 'ended', reason: 14, detail: 4 });
    expect(screen.getByRole('alert')).toHaveTextContent(endView(14, 4).text);
  });

  it('opens again, goes to the list, goes to sign in', async () => {
    const onRetry = vi.fn();
    const idle = await show({ kind: 'ended', reason: 5, detail: 30 }, { onRetry });
    await userEvent.click(screen.getByRole('button', { name: '重新打开' }));
    expect(onRetry).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: '返回列表' }));
    expect(here()).toBe('/index');
    idle.unmount();
    await show({ kind: 'ended', reason: 11, detail: 0 });
    await userEvent.click(screen.getByRole('button', { name: '去登录' }));
    expect(here()).toBe('/login?redirect=%2Fplay%3FphoneId%3D7');
  });

  it.each<Over>([
    { kind: 'ended', reason: 1, detail: 0 },
    {
      kind: 'refused',
      code: AnswerCode.PHONE_OCCUPIED,
      message: '设备正被其他用户使用，请换一台',
      unrecoverable: false,
    },
  ])('of an occupied phone offers to watch only', async (over) => {
    const onWatch = vi.fn();
    await show(over, { onWatch });
    await userEvent.click(screen.getByRole('button', { name: '只看画面' }));
    expect(onWatch).toHaveBeenCalledOnce();
  });

  it('in a browser too old for pictures leads to what it lacks', async () => {
    await show({ kind: 'refused', code: 0, message: '浏览器版本过旧', unrecoverable: true });
    expect(screen.queryByRole('button', { name: '重新打开' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '浏览器检查' }));
    expect(here()).toBe('/browser');
  });

  it('by a refusal says the server’s words', async () => {
    await show({ kind: 'refused', code: AnswerCode.STATE_FORBIDS, message: '云手机已关机', unrecoverable: false });
    expect(screen.getByRole('alert')).toHaveTextContent('云手机已关机');
  });
});
