import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Feedback } from './api';
import InboxPage from './InboxPage';

const ANSWERED = AnswerCode.FEEDBACK_ANSWERED;

let sent: { name: string; url: string; body: unknown }[] = [];
let all: Feedback[] = [];
/** Whether another operator answers before this one's words arrive. */
let faster = false;

const feedback = (id: number, more: Partial<Feedback> = {}): Feedback => ({
  id,
  userId: 7,
  phone: '138****0000',
  feedbackTitle: `反馈 ${id}`,
  feedbackContent: `内容 ${id}`,
  createTime: 1_795_000_000_000 - id,
  answer: null,
  ...more,
});
const answered = (by: string, answer: string) => ({ answer: { answer, answerBy: by, answerTime: 1_795_000_000_000 } });

beforeEach(() => {
  [sent, faster, all] = [[], false, [feedback(1), feedback(2, answered('amy', '好了'))]];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const path = url.split('?')[0] ?? '';
    const name = operationOf(url, init.method);
    const body = init.body ? (JSON.parse(init.body) as { id: number; answer: string }) : null;
    sent.push({ name, url, body });
    if (name === 'answer_feedback' && body) {
      const by = faster ? answered('bob', '已处理') : answered('admin', body.answer);
      all = all.map((each) => (each.id === body.id ? { ...each, ...by } : each));
      if (faster) return Response.json({ code: ANSWERED, msg: '这条反馈已有人回复，你的回复没有发出', data: null });
    }
    const wanted = /answered=(\w+)/.exec(url)?.[1];
    const list = all.filter(({ answer }) => !wanted || (answer !== null) === (wanted === 'true'));
    const answers: Record<string, unknown> = {
      list_feedback: { list, total: list.length },
      get_feedback: all.find(({ id }) => path.endsWith(`/${id}`)),
    };
    return Response.json({ code: 0, msg: '', data: answers[name] ?? true });
  });
  beginSession({ userId: 9, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const open = (at: string, permissions = ['*:*:*']) =>
  renderIn(
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <InboxPage />
    </RightsProvider>,
    { at },
  );
const inbox = '/operator/feedback';
const opened = async () => within(await screen.findByRole('dialog'));
const write = (place: ReturnType<typeof within>, value: string) =>
  fireEvent.change(place.getByLabelText('回复'), { target: { value } });

it('shows what is open, and by choice what is answered or all, in the address', async () => {
  await open(inbox);
  expect(await screen.findByRole('button', { name: '查看 反馈 1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '查看 反馈 2' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: '已回复' }));
  expect(screen.getByLabelText('here')).toHaveTextContent('/operator/feedback?state=answered');
  expect(await screen.findByRole('button', { name: '查看 反馈 2' })).toBeVisible();
  fireEvent.click(screen.getByRole('radio', { name: '全部' }));
  expect(await screen.findByRole('button', { name: '查看 反馈 1' })).toBeVisible();
  const asked = sent.filter(({ name }) => name === 'list_feedback');
  expect(asked.map(({ url }) => /answered=\w+/.exec(url)?.[0])).toEqual(['answered=false', 'answered=true', undefined]);
});

it('refuses an answer that is empty or too long, beside the field', async () => {
  await open(`${inbox}?id=1`);
  const place = await opened();
  fireEvent.click(await place.findByRole('button', { name: '发送回复' }));
  expect(await place.findByText('请输入回复')).toBeVisible();
  write(place, '字'.repeat(1001));
  expect(await place.findByText('回复最多 1000 个字')).toBeVisible();
  expect(sent.some(({ name }) => name === 'answer_feedback')).toBe(false);
});

it('sends an answer, which then stands where the form was', async () => {
  await open(`${inbox}?id=1`);
  const place = await opened();
  await place.findByRole('button', { name: '发送回复' });
  write(place, '已修复');
  fireEvent.click(place.getByRole('button', { name: '发送回复' }));
  expect(await screen.findByText('回复已发送')).toBeVisible();
  expect(await place.findByText(/^admin 于 .+ 回复$/)).toBeVisible();
  expect(place.queryByLabelText('回复')).toBeNull();
  expect(sent.find(({ name }) => name === 'answer_feedback')?.body).toEqual({ id: 1, answer: '已修复' });
});

it('tells whoever answers second, and shows the answer that counts', async () => {
  await open(`${inbox}?id=1`);
  const place = await opened();
  await place.findByRole('button', { name: '发送回复' });
  faster = true;
  write(place, '我也修复了');
  fireEvent.click(place.getByRole('button', { name: '发送回复' }));
  expect(await place.findByText('这条反馈已有人回复，你的回复没有发出')).toBeVisible();
  expect(await place.findByText('已处理')).toBeVisible();
  await waitFor(() => expect(place.queryByLabelText('回复')).toBeNull());
});

it('says to those who may only read that they cannot answer', async () => {
  await open(`${inbox}?id=1`, ['system:feedback:list']);
  const place = await opened();
  expect(await place.findByText('你的账号可以查看反馈，不能回复。')).toBeVisible();
  expect(place.queryByLabelText('回复')).toBeNull();
});
