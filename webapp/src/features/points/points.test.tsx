import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { useUrlState } from '@/ui/list/urlState';
import type { PointRecord, PointSummary } from './api';
import { stacksOf } from './months';
import PointsTab from './PointsTab';
import { pointCodec } from './pointState';

const NOW = Date.UTC(2026, 10, 18, 4);
const DAY = 86_400_000;

const record = (more: Partial<PointRecord> = {}): PointRecord => ({
  id: 1,
  type: 'purchase',
  title: '购买',
  description: '标准型 × 1 · 30 天',
  point: 540,
  balance: 2480,
  createTime: NOW,
  orderId: 81,
  orderNo: '20261118A7K2M9Q4',
  refundNo: null,
  expireTime: NOW + 365 * DAY,
  ...more,
});

const summary = (more: Partial<PointSummary> = {}): PointSummary => ({
  available: 2480,
  worthFen: 2480,
  held: 0,
  owed: 0,
  earnedPerYuan: 1,
  perYuan: 100,
  sharePercent: 20,
  validMs: 365 * DAY,
  soonest: [{ points: 160, expireTime: NOW + 12 * DAY }],
  months: [{ month: '2026-11', points: 160 }],
  now: NOW,
  ...more,
});

let asked: string[] = [];
let list: PointRecord[] = [];
let there: PointSummary;
let failing = false;

beforeEach(() => {
  [asked, list, there, failing] = [[], [record()], summary(), false];
  vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
    const name = operationOf(url, init.method);
    if (failing) return new Response(JSON.stringify({ code: 500, msg: '服务异常', requestId: 'r1' }));
    if (name === 'list_points') asked.push(new URL(url, 'http://h').search);
    const counts = [{ type: 'purchase', count: list.length }];
    const answers: Record<string, unknown> = { get_points: there, list_points: { list, total: list.length, counts } };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const codec = pointCodec();
function Points() {
  const [state, change] = useUrlState(codec);
  return <PointsTab codec={codec} state={state} onChange={change} />;
}
const at = '/personalCenter/accountCenter?tab=points';

describe('the points', () => {
  it('say what is there, what ends first and each change with its balance', async () => {
    there = summary({ held: 200, owed: 7 });
    list = [record(), record({ id: 2, title: '退款', type: 'refund', point: -90, expireTime: null })];
    await renderIn(<Points />, { at });
    expect(await screen.findByTestId('points')).toHaveTextContent('2,480');
    for (const text of ['¥24.8', '剩 12 天', '另有 200 分为待付款订单保留', '100 分抵 ¥1，单笔最多抵 20%']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText(/退款还需收回 7 分/)).toBeVisible();
    expect(await screen.findByText('+540')).toBeVisible();
    expect(screen.getByText('−90')).toBeVisible();
  });

  it('are filtered by type in the address, and an empty filter leads back to all', async () => {
    await renderIn(<Points />, { at });
    await screen.findByText('+540');
    list = [];
    const chips = within(screen.getByRole('group', { name: '按类型筛选' }));
    await userEvent.click(chips.getByRole('radio', { name: /升级/ }));
    await screen.findByText('没有符合条件的记录');
    expect(asked.at(-1)).toContain('type=upgrade');
    expect(screen.getByLabelText('here')).toHaveTextContent(`${at}&type=upgrade`);
    await userEvent.click(screen.getByRole('button', { name: '看全部' }));
    await screen.findByText('付款后积分出现在这里');
  });

  it('that could not be loaded are asked for again', async () => {
    failing = true;
    await renderIn(<Points />, { at });
    await screen.findByText('积分没有加载出来');
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.getByTestId('points')).toHaveTextContent('2,480'));
  });
});

it('stacks a year of months at a scale at which the highest fits', () => {
  const months = [
    { month: '2026-11', points: 26 },
    { month: '2027-11', points: 650 },
  ];
  const { scale, stacks } = stacksOf(months, '2026-11');
  expect([scale, stacks.length, stacks[0]?.bars, stacks[12]?.bars]).toEqual([25, 13, 2, 26]);
  expect(stacksOf([{ month: '2026-12', points: 651 }], '2026-11').scale).toBe(50);
  expect(stacksOf([{ month: '2026-12', points: 1_000_000 }], '2026-11').stacks[1]?.bars).toBe(26);
});
