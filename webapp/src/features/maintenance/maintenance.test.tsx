import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Maintenance } from './api';
import MaintenancePage from './MaintenancePage';

let sent: { name: string; body: Record<string, unknown> | null }[] = [];
let members = 1;
let phones = 12;
let refusal: { field: string; msg: string } | null = null;

const row = (maintenanceId: number, state: Maintenance['state'], more: Partial<Maintenance> = {}): Maintenance => ({
  maintenanceId,
  scope: 'phones',
  name: null,
  owlIds: [`OWL-${maintenanceId}`],
  phones: 1,
  held: 1,
  fromTime: 1_795_000_000_000,
  untilTime: null,
  endTime: null,
  state,
  reasonZh: '更换网线',
  reasonEn: 'New cable',
  setBy: 'admin',
  createTime: 1_795_000_000_000,
  ...more,
});

beforeEach(() => {
  [sent, members, phones, refusal] = [[], 1, 12, null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (refusal && name === 'set_maintenance') {
      return new Response(JSON.stringify({ code: 400, msg: refusal.msg, data: { field: refusal.field } }));
    }
    const answers: Record<string, unknown> = {
      list_maintenance: {
        list: [
          row(1, 'running', { phones: 4, held: 3 }),
          row(2, 'planned'),
          row(3, 'over', { endTime: 1_795_000_060_000 }),
        ],
        total: 3,
      },
      count_maintenance: { phones, rented: phones, members, busy: 1 },
      set_maintenance: { id: 9 },
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

const page = async () => {
  const content = (
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <MaintenancePage />
    </RightsProvider>
  );
  await renderIn(content, { at: '/operator/maintenance' });
  expect(await screen.findByText('OWL-2')).toBeVisible();
};

const bodyOf = (name: string) => sent.filter((call) => call.name === name).at(-1)?.body;

async function opened() {
  const user = userEvent.setup();
  await page();
  await user.click(screen.getByRole('button', { name: '安排维护' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByLabelText('云手机编号'));
  // At once: between letters typed slowly the form would count, and what it says would come and go.
  await user.paste('owl-1, owl-2');
  await within(dialog).findByText(/12 台云手机/);
  return { user, dialog };
}

it('says what waits for an operation, and offers an end to what goes on and no more to what is over', async () => {
  await page();
  expect(screen.getByText('1 台等操作结束')).toBeVisible();
  expect(screen.getByRole('button', { name: '结束 OWL-1 等，另 3 台 的维护' })).toBeVisible();
  expect(screen.getByRole('button', { name: '取消 OWL-2 的维护' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /OWL-3 的维护/ })).toBeNull();
});

it('counts what it reaches, and says a refusal beside its field', async () => {
  const { user, dialog } = await opened();
  expect(bodyOf('count_maintenance')).toEqual({ scope: 'phones', owlIds: ['owl-1', 'owl-2'] });
  expect(within(dialog).getByText(/其中 1 台正在执行操作/)).toBeVisible();
  refusal = { field: 'reasonEn', msg: '请填写原因，会员会看到' };
  await user.type(within(dialog).getByLabelText('原因（中文）'), '更换网线');
  await user.click(within(dialog).getByRole('button', { name: '维护 12 台' }));
  expect(await within(dialog).findByText(refusal.msg)).toBeVisible();
  expect(bodyOf('set_maintenance')).toEqual({
    scope: 'phones',
    owlIds: ['owl-1', 'owl-2'],
    reasonZh: '更换网线',
    reasonEn: '',
  });
});

it('counts one phone and its one member as one', async () => {
  phones = 1;
  await renderIn(
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <MaintenancePage />
    </RightsProvider>,
    { lang: 'en-US' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set maintenance' }));
  await userEvent.click(await screen.findByLabelText('Phone ids'));
  await userEvent.paste('owl-1');
  expect(await screen.findByText(/^1 phone: 1 rented, 1 member affected\. /)).toBeVisible();
});

it('reaches more than ten members only once their number is typed', async () => {
  members = 12;
  const { user, dialog } = await opened();
  await user.click(within(dialog).getByRole('button', { name: '维护 12 台' }));
  const asked = (await screen.findByText('维护 12 台云手机？')).closest<HTMLElement>('[role=dialog]');
  if (!asked) throw new Error('nothing is asked');
  expect(bodyOf('set_maintenance')).toBeUndefined();
  const verb = within(asked).getByRole('button', { name: '维护 12 台' });
  expect(verb).toBeDisabled();
  await user.type(within(asked).getByRole('textbox'), '12');
  await user.click(verb);
  await waitFor(() => expect(bodyOf('set_maintenance')).toBeDefined());
});

it('asks about the phones that are sent, when more were typed since the form counted', async () => {
  members = 1;
  const { user, dialog } = await opened();
  members = 12;
  await user.click(within(dialog).getByLabelText('云手机编号'));
  await user.paste(', owl-3');
  // With its number, or without one while the form counts anew: antd sets two characters apart.
  await user.click(within(dialog).getByRole('button', { name: /^维\s?护/ }));
  expect(await screen.findByLabelText('输入 12 以确认')).toBeVisible();
  expect(bodyOf('count_maintenance')).toEqual({ scope: 'phones', owlIds: ['owl-1', 'owl-2', 'owl-3'] });
  expect(bodyOf('set_maintenance')).toBeUndefined();
});
