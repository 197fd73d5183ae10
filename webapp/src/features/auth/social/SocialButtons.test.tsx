import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import { renderIn } from '@/test/render';
import { answering, no } from '../answers.test-kit';
import { SignInPage } from '../signIn/SignInPage';

// Typing into antd's fields is slow where the machine is busy.

afterEach(() => vi.unstubAllGlobals());

const asked = (sent: ReturnType<typeof answering>) => sent.filter(({ path }) => path.includes('social-auth-redirect'));

it('leads to another provider only after the agreements were accepted, there or in the form', async () => {
  const sent = answering({ 'social-auth-redirect': no(AnswerCode.SOCIAL_OFF, '暂不可用') });
  await renderIn(<SignInPage />, { at: '/login' });
  const provider = await screen.findByRole('button', { name: 'Owl ID 登录' });
  await userEvent.click(provider);
  expect(await screen.findByRole('alert')).toHaveTextContent('请先阅读并同意');
  expect(asked(sent)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: '同意并登录' }));
  expect(asked(sent)).toHaveLength(1);
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(provider);
  expect(asked(sent)).toHaveLength(2);
});
