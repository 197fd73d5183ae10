import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import AgreementsPage from './AgreementsPage';
import type { Version } from './api';

let sent: { name: string; body: Record<string, unknown> | null }[] = [];
let refusal: { field: string; msg: string } | null = null;

const row = (id: number, version: number, publishTime: number | null, inForce = false): Version => ({
  id,
  kind: 'terms',
  version,
  titleZh: '用户协议',
  titleEn: 'Terms',
  contentZh: `<p>第${version}版</p>`,
  contentEn: `<p>Version ${version}</p>`,
  publishTime,
  inForce,
  updateTime: 1_795_000_000_000,
  accepted: id * 10,
});
const rows = [row(3, 3, null), row(2, 2, 1_795_000_000_000, true), row(1, 1, 0)];

beforeEach(() => {
  [sent, refusal] = [[], null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? (JSON.parse(init.body) as Record<string, unknown>) : null });
    if (refusal && name === 'save_agreement') {
      const { field, msg } = refusal;
      return new Response(JSON.stringify({ code: 400, msg, data: { field } }));
    }
    const answers: Record<string, unknown> = {
      list_agreements: { list: rows, total: rows.length },
      list_acceptances: {
        list: [{ userId: 7, phone: '138****0000', nickname: '', acceptTime: 1_795_000_000_000 }],
        total: 1,
      },
      get_agreement: { kind: 'terms', version: 1, title: '用户协议', html: '<p>第一版的文字</p>', publishTime: 0 },
      save_agreement: { id: 3 },
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const calls = (name: string) => sent.filter((each) => each.name === name);
const open = async (permissions = ['system:agreement:list', 'system:agreement:edit']) => {
  const page = (
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <AgreementsPage />
    </RightsProvider>
  );
  await renderIn(page, { at: '/operator/agreements' });
  await screen.findAllByText('用户协议');
};

it('says of each version how it stands, and publishes a draft once that is confirmed', async () => {
  await open();
  for (const state of ['草稿', '生效中', '旧版']) expect(screen.getByText(state)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '编辑《用户协议》第 2 版' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '发布《用户协议》第 3 版' }));
  const dialog = await screen.findByRole('dialog');
  expect(calls('publish_agreement')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: /发\s?布/ }));
  await waitFor(() => expect(calls('publish_agreement').map(({ body }) => body)).toEqual([{ id: 3 }]));
});

it('lets those who may only read change nothing, and read every version and who accepted it', async () => {
  await open(['system:agreement:list']);
  expect(screen.queryByRole('button', { name: /写新版本|编辑|发布/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '查看《用户协议》第 1 版' }));
  expect(await screen.findByText('第一版的文字')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '查看接受《用户协议》第 2 版的会员' }));
  expect(await screen.findByText('138****0000')).toBeVisible();
});

it('goes on with the draft that there is, and says a refusal beside its field', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: '写新版本' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '用户协议' }));
  const field = await screen.findByLabelText(/正文 · English/);
  expect(field).toHaveValue('<p>Version 3</p>');
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('<p>New</p>');
  refusal = { field: 'contentEn', msg: '正文不能包含脚本' };
  await userEvent.click(screen.getByRole('button', { name: '保存草稿' }));
  expect(await screen.findByText('正文不能包含脚本')).toBeInTheDocument();
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: '保存草稿' }));
  await waitFor(() => expect(calls('save_agreement')).toHaveLength(2));
  expect(calls('save_agreement')[1]?.body).toEqual({
    kind: 'terms',
    titleZh: '用户协议',
    titleEn: 'Terms',
    contentZh: '<p>第3版</p>',
    contentEn: '<p>New</p>',
  });
});
