// Phones that operators select among all phones, and what they do to them.
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
import PhonesPage from './PhonesPage';

const phone = (phoneId: number) => ({
  phoneId,
  owlId: `OWL-${phoneId}`,
  alias: `机${phoneId}`,
  configuration: '标准型',
  code: 'S4',
  androidVersion: '14',
  status: 1,
  power: 'on',
  statusSince: 1_795_000_000_000,
  reason: null,
  memberId: null,
  member: '',
  expireTime: 0,
  kept: false,
  left: false,
  host: '10.0.0.1',
  address: `10.0.0.1:${5554 + phoneId}`,
  roundTripMs: 4,
  note: '',
});

let sent: { name: string; body: unknown }[];

beforeEach(() => {
  sent = [];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: JSON.parse(init.body ?? 'null') });
    const answers: Record<string, unknown> = {
      list_all_phones: { list: [phone(1), phone(2), phone(3)], total: 3 },
      count_all_phones: {
        all: 3,
        rented: 0,
        stock: 3,
        running: 3,
        failed: 0,
        busy: 0,
        off: 0,
        hold: 0,
        configurations: [],
      },
      count_maintenance: { phones: 2, rented: 0, members: 0, busy: 0 },
      set_maintenance: { id: 9 },
      list_configurations: { list: [] },
      list_maintenance_hosts: [],
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

const open = async (permissions: string[]) => {
  const page = (
    <RightsProvider value={{ permissions, roles: [] }}>
      <PhonesPage />
    </RightsProvider>
  );
  const shown = await renderIn(page, { at: '/operator/phones' });
  await screen.findByText('机1');
  for (const name of ['机1', '机3']) await userEvent.click(await screen.findByRole('checkbox', { name }));
  return shown;
};

it('takes the selected phones out of service together, and selects none afterwards', async () => {
  await open(['infra:phone:list', 'infra:maintenance:edit']);
  const deck = within(await screen.findByRole('region', { name: '已选云手机' }));
  await userEvent.click(deck.getByRole('button', { name: '安排维护' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(await form.findByLabelText('原因（中文）'), '换网线');
  await userEvent.type(form.getByLabelText('原因（英文）'), 'New cable');
  await userEvent.click(await form.findByRole('button', { name: '维护 2 台' }));
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'set_maintenance').map(({ body }) => body)).toMatchObject([
      { scope: 'phones', owlIds: ['OWL-1', 'OWL-3'], reasonZh: '换网线' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: '已选云手机' })).toBeNull());
});

it('offers maintenance to those alone who may set it', async () => {
  await open(['infra:phone:list']);
  const deck = within(await screen.findByRole('region', { name: '已选云手机' }));
  expect(deck.getByRole('button', { name: '复制编号' })).toBeVisible();
  expect(deck.queryByRole('button', { name: '安排维护' })).toBeNull();
});
