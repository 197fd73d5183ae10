import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { RefundCase, RefundRow } from './api';
import RefundsPage from './RefundsPage';

const rowOf = (refundNo: string, state: RefundRow['refund']['state']): RefundRow => ({
  member: '139****6021',
  refund: {
    refundNo,
    amountFen: 22_500,
    points: 0,
    state,
    reason: '总是重启',
    answer: null,
    note: null,
    createTime: 1_795_000_000_000,
    doneTime: null,
  },
  order: {
    orderId: 5,
    orderNo: '20261121ABC',
    type: 1,
    state: 'paid',
    createTime: 1_794_000_000_000,
    specName: '标准型',
    packageDays: 30,
    quantity: 5,
    unitFen: 4500,
    listFen: 22_500,
    discountFen: 0,
    points: 0,
    pointsFen: 0,
    totalFen: 22_500,
    paidFen: 22_500,
    refundedFen: 0,
    payMethod: { wallet: 1, way: 'pc' },
    serialNo: '2026',
    payTime: 1_794_000_000_000,
    deadlineMs: 1_794_000_900_000,
  },
});

const rows = [rowOf('R1', 'asked'), rowOf('R2', 'asked'), rowOf('R3', 'done')];

const caseOf = (refundNo: string): RefundCase => ({
  ...(rows.find(({ refund }) => refund.refundNo === refundNo) ?? rowOf(refundNo, 'asked')),
  memberId: 9,
  phoneIds: [1, 2],
  paidFen: 22_500,
  evidence: {
    untouched: false,
    opened: 2,
    operations: 9,
    failed: 7,
    refunds: 1,
    spentFen: 348_000,
    days: 30,
    usedDays: 4,
    unusedFen: 19_500,
  },
  events: [
    { kind: 'paid', time: 1_794_000_000_000, count: 0, fen: 22_500, wallet: 1, name: '2026' },
    { kind: 'asked', time: 1_795_000_000_000, count: 0, fen: 0, wallet: null, name: null },
  ],
});

let sent: { name: string; url: string; body: Record<string, unknown> | null }[] = [];

beforeEach(() => {
  sent = [];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, url, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answers: Record<string, unknown> = {
      list_refunds: { list: rows, total: 3 },
      list_mismatches: { list: [], total: 1 },
      get_refund: caseOf(new URL(url, 'http://x').searchParams.get('refundNo') ?? ''),
      decide_refund: { orderId: 5, state: 'paid' },
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

async function opened(refundNo: string) {
  const user = userEvent.setup();
  const content = (
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <RefundsPage />
    </RightsProvider>
  );
  await renderIn(content, { at: `/operator/refunds?refund=${refundNo}` });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('证据');
  return { user, drawer };
}

const decided = () => sent.filter(({ name }) => name === 'decide_refund').map(({ body }) => body);

it('shows what speaks for and against a refund, and gives the unused days back with words to the member', async () => {
  const { user, drawer } = await opened('R1');
  expect(within(drawer).getByText('9 次操作中 7 次失败')).toBeVisible();
  expect(within(drawer).getByText('2 台打开过')).toBeVisible();
  expect(within(drawer).getByText('30 天中已用 4 天')).toBeVisible();
  await user.click(within(drawer).getByText('未用天数'));
  await user.type(within(drawer).getByLabelText('给会员的话'), '抱歉');
  await user.click(within(drawer).getByRole('button', { name: '退款 ¥195' }));
  await waitFor(() => expect(decided()).toHaveLength(1));
  expect(decided()[0]).toEqual({ refundNo: 'R1', verdict: 'approve', amountFen: 19_500, reason: '抱歉' });
});

it('refuses with words alone', async () => {
  const { user, drawer } = await opened('R1');
  await user.click(within(drawer).getByRole('button', { name: '拒绝' }));
  await waitFor(() => expect(drawer.querySelector('.ant-form-item-explain-error')).not.toBeNull());
  expect(decided()).toHaveLength(0);
  await user.type(within(drawer).getByLabelText('给会员的话'), '已使用');
  await user.click(within(drawer).getByRole('button', { name: '拒绝' }));
  await waitFor(() => expect(decided()).toHaveLength(1));
  expect(decided()[0]).toEqual({ refundNo: 'R1', verdict: 'refuse', reason: '已使用' });
});

it('goes on to the next by the arrows, and has no buttons for what is decided', async () => {
  const { user, drawer } = await opened('R2');
  expect(within(drawer).getByText('2 / 3')).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: '下一个' }));
  expect(await within(drawer).findByText('3 / 3')).toBeVisible();
  await within(drawer).findByText('证据');
  expect(within(drawer).queryByRole('button', { name: '拒绝' })).toBeNull();
  expect(within(drawer).getByRole('button', { name: '下一个' })).toBeDisabled();
});
