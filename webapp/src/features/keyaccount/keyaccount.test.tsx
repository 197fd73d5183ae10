import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import * as stream from '@/core/stream';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { Section, Spend, WallPhone } from './api';
import KeyAccountPage from './KeyAccountPage';
import { against, spendStacks } from './stacks';

let sent: { name: string; query: URLSearchParams }[] = [];
let answers: Record<string, unknown> = {};

const section = (part: Partial<Section>): Section => ({
  memberId: null,
  groupId: null,
  name: '',
  phone: '',
  switchedOff: false,
  total: 1,
  inUse: 0,
  off: 0,
  failed: 0,
  ...part,
});
const phone = (phoneId: number, part: Partial<WallPhone> = {}): WallPhone => ({
  phoneId,
  owlId: `OWL-${phoneId}`,
  phoneAlias: `Main 0${phoneId}`,
  businessStatus: 1,
  power: 'on',
  reason: null,
  rental: 'active',
  worker: null,
  own: false,
  ...part,
});
const months = (...fen: number[]): Spend['months'] =>
  fen.map((each, at) => ({ month: `2026-0${at + 1}`, fen: each, refundedFen: at === fen.length - 1 ? 13_500 : 0 }));

beforeEach(() => {
  sent = [];
  answers = {
    get_parent: { parent: null },
    get_overview: {
      total: 4,
      running: 2,
      off: 1,
      failed: 1,
      inUse: 1,
      subAccounts: 1,
      ends: [
        { days: 0, phones: 1, phoneIds: [3] },
        { days: 3, phones: 0, phoneIds: [] },
        { days: 7, phones: 2, phoneIds: [1, 2] },
        { days: 30, phones: 1, phoneIds: [4] },
      ],
    },
    list_sections: {
      list: [
        section({ memberId: 5, name: 'Shop', phone: '139****0000', total: 3, inUse: 1, off: 1, failed: 1 }),
        section({}),
      ],
      total: 2,
    },
    list_wall_phones: {
      list: [
        phone(1, { worker: 'Shop' }),
        phone(2, { power: 'off', businessStatus: 0 }),
        phone(3, { businessStatus: 3, reason: 'It did not start' }),
      ],
      total: 3,
    },
    get_spend: {
      months: months(0, 0, 0, 0, 1_000_000, 900_000),
      beforeFen: 1_000_000,
      list: [
        { memberId: 5, name: 'Shop', phone: '139****0000', fen: [0, 0, 0, 0, 0, 700_000] },
        { memberId: null, name: '', phone: '', fen: [0, 0, 0, 0, 1_000_000, 200_000] },
      ],
      total: 2,
    },
    list_contacts: { list: [], total: 0 },
  };
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly told: (entries: { isIntersecting: boolean }[]) => void) {}
      // An observer reports an element only after observe() returned.
      observe = () => queueMicrotask(() => this.told([{ isIntersecting: true }]));
      disconnect = () => {};
    },
  );
  vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
    const [, query = ''] = url.split('?');
    const name = operationOf(url, init.method);
    sent.push({ name, query: new URLSearchParams(query) });
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  windowOf({ wide: true });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const asked = (name: string) => sent.filter((each) => each.name === name).map(({ query }) => Object.fromEntries(query));

it('shows the phones by sub-account, says who works where, and opens a phone', async () => {
  await renderIn(<KeyAccountPage />, { lang: 'en-US', at: '/keyAccount' });
  const shop = await screen.findByRole('region', { name: 'Shop' });
  for (const words of ['3 phones', '1 in use', '1 off', '1 failed'])
    expect(within(shop).getByText(words)).toBeVisible();
  const cell = await within(shop).findByRole('button', { name: 'Main 01 · in use by Shop' });
  expect(cell).toHaveAttribute('data-worked', 'true');
  expect(within(shop).getByRole('button', { name: /^Main 02 · / })).toHaveAttribute('data-tone', 'off');
  expect(within(shop).getByRole('button', { name: /^Main 03 · / })).toHaveAttribute('data-tone', 'err');
  expect(asked('list_wall_phones')).toContainEqual({ by: 'subAccount', memberId: '5', pageNo: '1', pageSize: '30' });
  expect(asked('list_wall_phones')).toContainEqual({ by: 'subAccount', pageNo: '1', pageSize: '30' });
  expect(screen.getByRole('region', { name: 'Not assigned' })).toBeVisible();
  await userEvent.click(within(shop).getByRole('button', { name: 'Show all of Shop' }));
  await waitFor(() => expect(asked('list_wall_phones').at(-1)).toMatchObject({ memberId: '5', pageSize: '100' }));
  await userEvent.click(cell);
  expect(screen.getByLabelText('here')).toHaveTextContent('/play?phoneId=1');
});

it('shows pictures as often as chosen, which its address keeps', async () => {
  const space = vi.fn();
  const nothing = () => {};
  vi.spyOn(stream, 'openDeck').mockReturnValue({
    ...{ attach: nothing, detach: nothing, setPhones: nothing, close: nothing },
    onCell: () => nothing,
    space,
  });
  await renderIn(<KeyAccountPage />, { lang: 'en-US', at: '/keyAccount?rate=thirty' });
  const rate = await screen.findByRole('combobox', { name: 'Refresh rate' });
  await waitFor(() => expect(space).toHaveBeenLastCalledWith(30_000));
  await userEvent.click(rate);
  await userEvent.click(await screen.findByTitle('1 picture every 5 s'));
  await waitFor(() => expect(space).toHaveBeenLastCalledWith(5_000));
  expect(screen.getByLabelText('here')).toHaveTextContent('rate=five');
});

it('says what the month cost, on whose phones, and leads to the renewal of what ends', async () => {
  await renderIn(<KeyAccountPage />, { lang: 'en-US', at: '/keyAccount' });
  const side = await screen.findByRole('complementary', { name: 'Spending, expiry and adviser' });
  expect(await within(side).findByTestId('month-spend')).toHaveTextContent('¥9,000');
  expect(within(side).getByText('−10.0%')).toBeVisible();
  expect(within(side).getByText('¥135')).toBeVisible();
  expect(within(side).getByText('¥7,000')).toBeVisible();
  const [soonest] = within(side).getAllByRole('link', { name: /^Renew/ });
  expect(soonest).toHaveAttribute('href', '/renewManage?phoneIds=3');
  expect(within(side).getAllByRole('link', { name: /^Renew/ })).toHaveLength(3);
  expect(asked('get_spend')[0]?.timeZone).toBeTruthy();
});

it('has the spend by month and by sub-account at an address of its own', async () => {
  await renderIn(<KeyAccountPage />, { lang: 'en-US', at: '/keyAccount' });
  await userEvent.click(await screen.findByText('Spend', { selector: '.ant-segmented-item-label' }));
  await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/keyAccount?view=spend'));
  const row = await screen.findByRole('row', { name: /Shop/ });
  expect(within(row).getAllByText('¥7,000')).toHaveLength(2);
});

it('asks nothing of the enterprise for a sub-account', async () => {
  answers.get_parent = { parent: { phone: '138****0000', status: 0 } };
  await renderIn(<KeyAccountPage />, { lang: 'en-US', at: '/keyAccount' });
  await screen.findByText('You are a sub-account of 138****0000');
  expect(sent.map(({ name }) => name).filter((name) => name !== 'get_branding')).toEqual(['get_parent']);
});

it('stacks the months on one scale, and compares only with what is there', () => {
  const { scaleFen, stacks } = spendStacks(months(0, 500, 2_000_100, -700));
  expect(scaleFen).toBe(500_000);
  expect(stacks.map(({ bars }) => bars)).toEqual([0, 1, 5, 0]);
  expect(stacks.at(-1)?.mark).toBe('now');
  expect(against(958, 1_000)).toBe('−4.2%');
  expect(against(3_000, 1_000)).toBe('+200%');
  expect(against(3_000, 0)).toBeNull();
});
