import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import type { Preview, Redeemed, Result, Used } from './api';
import RedeemPage from './RedeemPage';

const FIRST = '7QKM-2VXA-9HMT-P4XE-B3TN';
const OTHER = 'H4TR-8WNC-K2US-DV6M-ABCD';
const AT_MS = new Date(2026, 9, 2, 14, 31, 5).getTime();

let sent: { name: string; body: unknown }[] = [];
let previews: Preview[] = [];
let results: Result[] = [];
let used: Used[] = [];
/** Refusal that answers the named call. */
let refusal: { name: string; code: number; msg: string } | null = null;

const preview = (index: number, part: Partial<Preview>): Preview => ({
  index,
  code: 0,
  msg: '',
  atMs: null,
  retryAfterMs: null,
  gives: 'phone',
  days: 30,
  configurationId: 1,
  configuration: '标准型',
  ...part,
});
const nothing = { gives: null, days: null, configurationId: null, configuration: null } as const;
const gave: Redeemed = {
  gives: 'days',
  days: 30,
  phoneId: 5,
  owlId: 'OWL-7K2M9',
  phoneAlias: 'Main 01',
  oldExpireTime: AT_MS,
  expireTime: AT_MS + 30 * 86_400_000,
  redeemTime: AT_MS,
};
const result = (index: number, part: Partial<Result>): Result => ({
  index,
  code: 0,
  msg: '',
  atMs: null,
  retryAfterMs: null,
  redeemed: null,
  ...part,
});
const phone = (phoneId: number, phoneAlias: string, configurationId: number) => ({
  phoneId,
  phoneAlias,
  configurationId,
  owlId: `OWL-${phoneId}`,
  level: 'owner',
  expireTime: AT_MS,
});

beforeEach(() => {
  [sent, previews, results, used, refusal] = [[], [], [], [], null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
    if (refusal?.name === name) return new Response(JSON.stringify({ code: refusal.code, msg: refusal.msg }));
    const done = results.filter(({ code }) => code === 0).length;
    const answers: Record<string, unknown> = {
      list_redemptions: { list: used, total: used.length },
      preview_codes: { list: previews },
      redeem_codes: { success: done, fail: results.length - done, list: results },
      list_phones: { list: [phone(5, 'Main 01', 1), phone(6, 'Runner', 2)], total: 2, now: Date.now(), notFound: [] },
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

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

async function check(text: string, count: number) {
  await renderIn(<RedeemPage />, { at: '/redemptionCode' });
  const box = await screen.findByRole('textbox', { name: '兑换码' });
  await userEvent.click(box);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: `检查 ${count} 个码` }));
}

it('reads codes in any form, says by line what is odd, and asks once for each', async () => {
  previews = [preview(0, {}), preview(1, {})];
  await check(`${FIRST}\nｈ４ｔｒ 8wnc k2us dv6m abcd\n${FIRST.toLowerCase()}\nshort`, 2);
  expect(screen.getByText('第 3 行与第 1 行重复，只算一次')).toBeInTheDocument();
  expect(screen.getByText('第 4 行不完整')).toBeInTheDocument();
  await waitFor(() => expect(bodies('preview_codes')).toEqual([{ codes: [FIRST, OTHER] }]));
});

it('says what each gives, wants a phone that fits for a renewal, and sends what is ready', async () => {
  previews = [preview(0, { gives: 'days' }), preview(1, { ...nothing, code: 9, msg: '这个兑换码无法使用' })];
  results = [result(0, { redeemed: gave })];
  await check(`${FIRST}\n${OTHER}`, 2);
  const table = await screen.findByRole('region', { name: '结果' });
  expect(await within(table).findByText('续期 30 天 · 标准型')).toBeInTheDocument();
  expect(within(table).getByText('这个兑换码无法使用')).toBeInTheDocument();
  const redeem = within(table).getByRole('button', { name: '兑换 0 个' });
  expect(redeem).toBeDisabled();
  await userEvent.click(within(table).getByRole('combobox'));
  expect(await screen.findByText('Main 01', { selector: '.ant-select-item-option-content' })).toBeVisible();
  expect(screen.queryByText('Runner', { selector: '.ant-select-item-option-content' })).toBeNull();
  await userEvent.click(screen.getByText('Main 01', { selector: '.ant-select-item-option-content' }));
  await userEvent.click(await within(table).findByRole('button', { name: '兑换 1 个' }));
  await waitFor(() => expect(bodies('redeem_codes')).toEqual([{ codes: [{ code: FIRST, phoneId: 5 }] }]));
  expect(await within(table).findByText('到期 2026-11-01 14:31')).toBeInTheDocument();
});

it.each([
  [AnswerCode.REDEEM_USED, '您已于 2026-10-02 14:31 使用'],
  [AnswerCode.REDEEM_EXPIRED, '已于 2026-10-02 过期'],
  [AnswerCode.REDEEM_NOT_YET, '2026-10-02 起可用'],
])('names the moment of a refusal (%i)', async (code, words) => {
  previews = [preview(0, { ...nothing, code, msg: 'plain', atMs: AT_MS })];
  await check(FIRST, 1);
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('says for how long nothing is read after too many wrong codes', async () => {
  previews = [preview(0, { ...nothing, code: AnswerCode.TOO_MANY, msg: 'plain', retryAfterMs: 61_000 })];
  await check(FIRST, 1);
  expect(await screen.findByText('尝试过多，2 分钟后再试')).toBeInTheDocument();
});

it('keeps what was pasted when the call fails, and says why', async () => {
  refusal = { name: 'preview_codes', code: 503, msg: '系统繁忙，请稍后重试' };
  await check(FIRST, 1);
  expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙');
  expect(screen.getByRole('textbox', { name: '兑换码' })).toHaveValue(FIRST);
});

it('lists used codes by their first four characters, and what is mine no longer opens nothing', async () => {
  const row = { id: 1, code: '7QKM', gives: 'phone', days: 30, redeemTime: AT_MS, expireTime: AT_MS } as const;
  used = [
    { ...row, phoneId: 5, owlId: 'OWL-7K2M9', phoneAlias: 'Main 01', gone: false },
    { ...row, id: 2, phoneId: 6, owlId: 'OWL-9K2LM', phoneAlias: 'Spare', gone: true },
  ];
  await renderIn(<RedeemPage />, { at: '/redemptionCode' });
  expect(await screen.findAllByText('7QKM-••••-••••')).toHaveLength(2);
  expect(screen.getByText('已不在名下')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: /^打开/ })).toHaveLength(1);
});

it('says when there is no history, and offers to try again when it cannot be had', async () => {
  refusal = { name: 'list_redemptions', code: 500, msg: '系统未知错误' };
  await renderIn(<RedeemPage />, { at: '/redemptionCode' });
  expect(await screen.findByText('兑换记录没有加载出来')).toBeInTheDocument();
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('还没有用过兑换码')).toBeInTheDocument();
});

it('inside somebody else\u2019s page tells what was given, and nothing leads out', async () => {
  previews = [preview(0, {})];
  results = [result(0, { redeemed: { ...gave, gives: 'phone' } })];
  const told = vi.fn();
  await renderIn(<RedeemPage onRedeemed={told} />, { at: '/redemptionCodeEmbedded' });
  await userEvent.click(await screen.findByRole('textbox', { name: '兑换码' }));
  await userEvent.paste(FIRST);
  await userEvent.click(screen.getByRole('button', { name: '检查 1 个码' }));
  await userEvent.click(await screen.findByRole('button', { name: '兑换 1 个' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith([{ ...gave, gives: 'phone' }]));
  expect(screen.queryByRole('link')).toBeNull();
});
