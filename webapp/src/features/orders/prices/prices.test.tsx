import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { StoredConfiguration } from './api';
import PricesPage from './PricesPage';

const kept: StoredConfiguration = {
  configurationId: 7,
  version: 3,
  nameZh: '标准型',
  nameEn: 'Standard',
  code: 'S4',
  androidVersion: '10',
  chip: 'Orion865',
  cores: 4,
  memoryMb: 6144,
  storageGb: 64,
  padType: 5,
  dpi: 320,
  onSale: true,
  changedBy: 'admin',
  changeTime: 1_795_000_000_000,
  stock: 126,
  rented: 300,
  members: 240,
  renewing: 214,
  waiting: 2,
  prices: [
    {
      number: 1,
      stage: 'now',
      fromTime: 1_790_000_000_000,
      changeTime: 1_790_000_000_000,
      warnings: [],
      packages: [
        {
          packageId: 30,
          days: 30,
          onSale: true,
          tiers: [
            { from: 1, unitFen: 4500 },
            { from: 10, unitFen: 4200 },
          ],
        },
      ],
    },
  ],
};

let now: StoredConfiguration = kept;
let refusal: { code: number; msg: string; data?: unknown } | null = null;
let sent: { name: string; body: Record<string, unknown> | null }[] = [];

beforeEach(() => {
  [now, refusal, sent] = [kept, null, []];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (name === 'list_kept_configurations') {
      return new Response(JSON.stringify({ code: 0, msg: '', data: { list: [now], today: '2026-11-27', now: 1 } }));
    }
    if (refusal) return new Response(JSON.stringify(refusal));
    return new Response(JSON.stringify({ code: 0, msg: '', data: now }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

async function opened() {
  const user = userEvent.setup();
  const content = (
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <PricesPage />
    </RightsProvider>
  );
  await renderIn(content, { at: '/operator/prices' });
  const cell = await screen.findByLabelText('30 天，1 台起，每台的价');
  return { user, cell, preview: screen.getByRole('complementary', { name: '会员看到的' }) };
}

const bodiesOf = (name: string) => sent.filter((call) => call.name === name).map((call) => call.body);

it('shows what members will see of what is typed, beside what they see today, and keeps it as a draft', async () => {
  const { user, cell, preview } = await opened();
  await user.clear(cell);
  await user.type(cell, '42.5');
  expect(screen.getByText('1 处改动')).toBeVisible();
  expect(within(preview).getAllByText('¥42.5').length).toBeGreaterThan(0);
  await user.click(within(preview).getByText('今天'));
  expect(within(preview).queryByText('¥42.5')).toBeNull();
  await user.click(screen.getByRole('button', { name: '存草稿' }));
  await waitFor(() => expect(bodiesOf('save_price_draft')).toHaveLength(1));
  expect(bodiesOf('save_price_draft')[0]).toEqual({
    configurationId: 7,
    version: 3,
    packages: [
      {
        days: 30,
        onSale: true,
        tiers: [
          { from: 1, unitFen: 4250 },
          { from: 10, unitFen: 4200 },
        ],
      },
    ],
  });
});

it('says a refused price beside its field', async () => {
  const { user, cell } = await opened();
  await user.clear(cell);
  await user.type(cell, '0');
  refusal = { code: 400, msg: '价格须为 0.01 至 1000000 元', data: { field: 'packages.0.tiers.0.unitFen' } };
  await user.click(screen.getByRole('button', { name: '存草稿' }));
  const words = await screen.findByText(refusal.msg);
  expect(words.closest('td')).toContainElement(cell);
});

it('tells the second of two who change one configuration, who then sends hers over the other’s', async () => {
  const { user, cell } = await opened();
  await user.clear(cell);
  await user.type(cell, '40');
  refusal = { code: AnswerCode.CHANGED_MEANWHILE, msg: '已被其他人修改' };
  now = { ...kept, version: 4, changedBy: 'linqiao' };
  await user.click(screen.getByRole('button', { name: '存草稿' }));
  expect(await screen.findByText(/linqiao 在 .* 先修改了这个配置/)).toBeVisible();
  expect(cell).toHaveValue('40');
  refusal = null;
  await user.click(screen.getByRole('button', { name: '用我的' }));
  await user.click(screen.getByRole('button', { name: '存草稿' }));
  await waitFor(() => expect(bodiesOf('save_price_draft')).toHaveLength(2));
  expect(bodiesOf('save_price_draft').map((body) => body?.version)).toEqual([3, 4]);
});

it('says whom new prices reach before they are set for a day', async () => {
  const [first] = kept.prices;
  now = { ...kept, prices: first ? [{ ...first, number: 2, stage: 'draft', fromTime: null }, first] : [] };
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: '定从哪天起' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/240 名会员在租，其中 214 名在 30 天内到期/)).toBeVisible();
  expect(within(dialog).getByText(/2 笔未付的订单仍按下单时的价/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: '定在 2026-11-28' }));
  await waitFor(() => expect(bodiesOf('schedule_prices')).toHaveLength(1));
  expect(bodiesOf('schedule_prices')[0]).toEqual({ configurationId: 7, version: 3, fromDay: '2026-11-28' });
});
