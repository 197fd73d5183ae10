import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { formatTime } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import AuthorizeDialog from './AuthorizeDialog';
import type { Grant } from './api';
import SharingPage from './SharingPage';
import { dayOf, lastSecondOf, untilOf } from './until';

const NOW_MS = new Date(2026, 9, 2, 14, 31, 5).getTime();
const DAY_MS = 86_400_000;

let sent: { name: string; body: unknown }[] = [];
let answers: Record<string, unknown> = {};

const grant = (relationId: number, part: Partial<Grant>): Grant => ({
  relationId,
  relationType: 1,
  phoneId: relationId,
  owlId: `OWL-${relationId}`,
  phoneAlias: `主力-0${relationId}`,
  phoneTags: [],
  subMemberPhone: '139****0000',
  memberPhone: null,
  accreditType: 2,
  accredit: 2,
  createTime: NOW_MS,
  expireTime: NOW_MS + DAY_MS,
  rentalEndTime: NOW_MS + 9 * DAY_MS,
  businessStatus: 1,
  power: 'on',
  ...part,
});
const page = (list: Grant[]) => ({ list, total: list.length, now: Date.now() });

beforeEach(() => {
  sent = [];
  answers = { list_given_grants: page([]), list_received_grants: page([]), get_findable: { findable: true } };
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? JSON.parse(init.body) : null });
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

it('a day ends with its last second, whatever the zone', () => {
  const end = lastSecondOf('2026-10-02');
  expect(dayOf(end)).toBe('2026-10-02');
  expect(dayOf(end + 1000)).toBe('2026-10-03');
  expect(untilOf({ ends: 'day', day: '2026-10-02', hours: 5 })).toEqual({ expireTime: end });
  expect(untilOf({ ends: 'hours', day: '2026-10-02', hours: 5 })).toEqual({ hours: 5 });
});

it('a day that ends in Shanghai is one instant, which a guest in Auckland reads by its own clock', () => {
  const before = process.env.TZ;
  const inZone = <T,>(zone: string, act: () => T): T => {
    process.env.TZ = zone;
    return act();
  };
  try {
    const end = inZone('Asia/Shanghai', () => lastSecondOf('2026-11-18'));
    expect(end).toBe(Date.UTC(2026, 10, 18, 15, 59, 59));
    expect(inZone('Asia/Shanghai', () => formatTime(end))).toBe('2026-11-18 23:59:59');
    expect(inZone('Pacific/Auckland', () => formatTime(end))).toBe('2026-11-19 04:59:59');
    expect(inZone('UTC', () => formatTime(end))).toBe('2026-11-18 15:59:59');
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

it('says nothing of a level that is unknown, and recalls what was selected once that is confirmed', async () => {
  answers.list_given_grants = page([grant(1, {}), grant(2, { accredit: null, businessStatus: 3 })]);
  answers.recall_grants = { list: [], success: 2 };
  windowOf({ wide: true });
  await renderIn(<SharingPage />, { lang: 'en-US' });
  const first = await screen.findByRole('row', { name: /主力-01/ }, { timeout: 30_000 });
  const second = screen.getByRole('row', { name: /主力-02/ });
  expect(within(first).getByText('Can operate')).toBeVisible();
  expect(within(first).getByText('Normal')).toBeVisible();
  expect(within(second).queryByText(/Can (operate|view)/)).toBeNull();
  expect(within(second).queryByText('Normal')).toBeNull();
  for (const row of [first, second]) await userEvent.click(within(row).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing 2' }));
  expect(bodies('recall_grants')).toEqual([]);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop sharing 2' }));
  await waitFor(() => expect(bodies('recall_grants')).toEqual([{ relationIds: [1, 2] }]));
});

it('shows no pager above an empty list', async () => {
  await renderIn(<SharingPage />, { lang: 'en-US' });
  await screen.findByText('Nothing is shared yet');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('looks the account up before anything is shared, and says why a phone was not', async () => {
  answers.find_member = { nickname: '**', phone: '139****0000', handle: 'h' };
  answers.authorize_phones = {
    success: 0,
    list: [{ phoneId: 1, code: AnswerCode.SHARE_ALREADY, msg: 'Shared already', relationId: null, expireTime: null }],
  };
  answers.get_agreement = {
    kind: 'authorization',
    version: 1,
    title: 'Agreement',
    html: '<p>Text</p>',
    publishTime: NOW_MS,
  };
  const phone = { phoneId: 1, owlId: 'OWL-1', phoneAlias: '主力-01', expireTime: Date.now() + 30 * DAY_MS };
  const done = vi.fn();
  await renderIn(<AuthorizeDialog open phones={[phone]} onDone={done} onClose={() => {}} />, { lang: 'en-US' });
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Find account' }));
  expect(bodies('find_member')).toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox'), '13900000000');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Find account' }));
  await within(dialog).findByText('139****0000');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share 1' }));
  expect(bodies('authorize_phones')).toEqual([]);
  await userEvent.click(within(dialog).getByText('For hours'));
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(await screen.findByRole('button', { name: 'I have read and accept it' }, { timeout: 30_000 }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Share 1' }));
  await screen.findByText('Shared already');
  expect(bodies('authorize_phones')).toEqual([
    { phoneIds: [1], handle: 'h', accreditType: 1, agreed: true, agreementVersion: 1, hours: 1 },
  ]);
  expect(done).not.toHaveBeenCalled();
});
