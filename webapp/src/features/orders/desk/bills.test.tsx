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
import type { BillDay, Difference, WalletBills } from './api';
import BillsPage from './BillsPage';

const day = (name: string, part: Partial<BillDay> = {}): BillDay => ({
  day: name,
  state: 'agrees',
  wasApart: false,
  fetchTime: 1_795_000_000_000,
  fault: null,
  ours: { payments: 162, paidFen: 621_900, refundedFen: 9000 },
  bill: { payments: 162, paidFen: 621_900, refundedFen: 9000 },
  ...part,
});

const differing: Difference = {
  differenceId: 7,
  wallet: 2,
  day: '2026-11-24',
  kind: 'payment',
  serialNo: '4200002481202611240817',
  number: 'O20261124_1',
  billFen: 4500,
  ourFen: null,
  findTime: 1_795_000_000_000,
  orderId: null,
  orderNo: null,
  mismatchTimes: 3,
  solveTime: null,
  solvedBy: null,
  note: null,
};

let wallets: WalletBills[] = [];
let found: Difference[] = [];
let sent: { name: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  sent = [];
  wallets = [];
  found = [];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    if (typeof init.body === 'string') sent.push({ name, body: JSON.parse(init.body) });
    const answers: Record<string, unknown> = {
      list_bills: wallets,
      list_bill_differences: { list: found, total: found.length },
      list_refunds: { list: [], total: 0 },
      list_mismatches: { list: [], total: 0 },
    };
    return Response.json({ code: 0, msg: '', data: answers[name] ?? true });
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

async function open() {
  const content = (
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <BillsPage />
    </RightsProvider>
  );
  await renderIn(content, { at: '/operator/bills' });
  return userEvent.setup();
}

it('without payments there is nothing to compare', async () => {
  await open();
  expect(await screen.findByText('还没有可对的账单')).toBeVisible();
});

it('a day is shown by both sides, the days before are stepped through, and a day is compared again', async () => {
  const bill = { payments: 163, paidFen: 626_400, refundedFen: 9000 };
  wallets = [
    {
      wallet: 2,
      days: [
        day('2026-11-22', { wasApart: true }),
        day('2026-11-23', { state: 'waiting', fetchTime: null, fault: 'the wallet did not answer' }),
        day('2026-11-24', { state: 'apart', wasApart: true, bill }),
      ],
    },
  ];
  const user = await open();
  const card = await screen.findByRole('region', { name: '微信支付' });
  const row = (name: string) => within(card).getByRole('row', { name: new RegExp(name) });
  expect(row('收款笔数')).toHaveTextContent('收款笔数162163+1');
  expect(row('收款 ')).toHaveTextContent('+¥45');
  expect(within(row('退款')).getByRole('img', { name: '一致' })).toBeVisible();
  expect(card).toHaveTextContent('3 天，1 天一致，其中 1 天更正后一致，1 天不一致，1 天没有账单');
  expect(within(card).getByRole('button', { name: '后一天' })).toBeDisabled();
  await user.click(within(card).getByRole('button', { name: '重新对账' }));
  await waitFor(() => expect(sent).toEqual([{ name: 'compare_bill', body: { wallet: 2, day: '2026-11-24' } }]));
  await user.click(within(card).getByRole('button', { name: '前一天' }));
  expect(within(card).getByRole('status')).toHaveTextContent('没有取到账单：the wallet did not answer');
  expect(row('收款笔数')).toHaveTextContent('收款笔数———');
});

it('a difference says why, and is solved with a note', async () => {
  found = [
    differing,
    { ...differing, differenceId: 8, number: 'R2', serialNo: 'S8', kind: 'refund', billFen: null, ourFen: 900 },
  ];
  const user = await open();
  const row = (await screen.findByText('对不上任何支付，通知过 3 次')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('没有');
  expect(screen.getByText('账单里没有这一笔')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: '处理' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), '已在商户后台退回');
  await user.click(within(dialog).getByRole('button', { name: '记下' }));
  await waitFor(() =>
    expect(sent).toEqual([{ name: 'solve_bill_difference', body: { differenceId: 7, note: '已在商户后台退回' } }]),
  );
});
