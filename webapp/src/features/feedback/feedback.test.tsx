import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { beginSession, endSession } from '@/core/session';
import { feedbackDraft } from '@/core/storage';
import { overlayShown } from '@/shell/slice';
import { renderIn } from '@/test/render';
import FeedbackDialog from './FeedbackDialog';

let sent: unknown[] = [];
let answer: object = {};

beforeEach(() => {
  sent = [];
  answer = { code: 0, msg: '', data: true };
  vi.stubGlobal('fetch', async (_: string, init: { body?: string }) => {
    if (init.body) sent.push(JSON.parse(init.body));
    return Response.json(answer, { headers: { 'x-request-id': 'r-7' } });
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  store.dispatch(overlayShown('feedback'));
});
afterEach(() => {
  store.dispatch(overlayShown(null));
  endSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(lang: 'zh-CN' | 'en-US' = 'zh-CN') {
  await renderIn(<FeedbackDialog />, { lang });
  return within(await screen.findByRole('dialog'));
}
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('wants a title of 100 and a content of 300 characters at most', async () => {
  const dialog = await open();
  fireEvent.click(dialog.getByText('提交反馈'));
  expect(await dialog.findByText('请输入标题')).toBeInTheDocument();
  expect(await dialog.findByText('请输入内容')).toBeInTheDocument();
  fill(dialog.getByLabelText('标题'), '字'.repeat(101));
  fill(dialog.getByLabelText('内容'), '字'.repeat(301));
  expect(await dialog.findByText('标题最多 100 个字')).toBeInTheDocument();
  expect(await dialog.findByText('内容最多 300 个字')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('is sent with its source, thanked for, and gone: the next one begins empty', async () => {
  const dialog = await open('en-US');
  fill(dialog.getByLabelText('Title'), 'Stutter');
  fill(dialog.getByLabelText('What happened, or what would help'), 'one\ntwo');
  fireEvent.click(dialog.getByText('Send feedback'));
  expect(await screen.findByText('Your feedback was sent. Thank you!')).toBeInTheDocument();
  expect(sent).toEqual([{ feedbackTitle: 'Stutter', feedbackContent: 'one\ntwo', feedbackSource: '1' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  store.dispatch(overlayShown('feedback'));
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText('Title')).toHaveValue('');
});

it('stays as it was typed when the server refuses it', async () => {
  answer = { code: AnswerCode.TOO_MANY, msg: '操作过于频繁', data: { retryAfterMs: 1000 } };
  const dialog = await open();
  fill(dialog.getByLabelText('标题'), '卡顿');
  fill(dialog.getByLabelText('内容'), '画面卡');
  fireEvent.click(dialog.getByText('提交反馈'));
  expect(await dialog.findByText('操作过于频繁')).toBeInTheDocument();
  expect(dialog.getByLabelText('标题')).toHaveValue('卡顿');
});

it('keeps what is typed, for its member alone, until it is sent or cleared', async () => {
  const dialog = await open();
  fill(dialog.getByLabelText('标题'), '卡顿');
  fill(dialog.getByLabelText('内容'), '画面卡');
  fireEvent.click(dialog.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  store.dispatch(overlayShown('feedback'));
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText('标题')).toHaveValue('卡顿');
  expect(again.getByLabelText('内容')).toHaveValue('画面卡');
  // A page that is loaded anew has nothing but what the browser keeps.
  const kept = JSON.parse(localStorage.getItem('feedbackDraft') ?? '');
  expect(kept).toEqual({ member: 7, title: '卡顿', content: '画面卡' });
  expect(feedbackDraft.get(8)).toBeNull();
  fireEvent.click(again.getByRole('button', { name: '清空' }));
  expect(again.getByLabelText('标题')).toHaveValue('');
  expect(feedbackDraft.get(7)).toBeNull();
});

it('outlives an expired session and not a member who left', () => {
  feedbackDraft.set(7, { title: 'a', content: '' });
  endSession('expired');
  expect(feedbackDraft.get(7)).toEqual({ title: 'a', content: '' });
  endSession('left');
  expect(feedbackDraft.get(7)).toBeNull();
});

it('is no draft any more once it is sent', async () => {
  const dialog = await open();
  fill(dialog.getByLabelText('标题'), '卡顿');
  fill(dialog.getByLabelText('内容'), '画面卡');
  expect(feedbackDraft.get(7)?.title).toBe('卡顿');
  fireEvent.click(dialog.getByText('提交反馈'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(feedbackDraft.get(7)).toBeNull();
});
