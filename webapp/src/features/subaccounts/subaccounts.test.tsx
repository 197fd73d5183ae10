import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { SubAccount } from './api';
import OwnParent from './OwnParent';
import { batchesOf } from './PhonesDialog';
import SubAccountsPage from './SubAccountsPage';

const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;

let sent: { name: string; body: unknown; query: string }[] = [];
let answers: Record<string, unknown> = {};

const sub = (memberId: number, part: Partial<SubAccount>): SubAccount => ({
  memberId,
  invitationId: null,
  name: `Shop ${memberId}`,
  phone: '139****0000',
  status: 0,
  createTime: NOW_MS,
  expireTime: null,
  loginTime: null,
  phoneCount: 0,
  inUse: 0,
  permissions: [],
  lastUse: null,
  firstPhoneIds: [],
  monthFen: 0,
  ...part,
});
const page = (list: SubAccount[]) => ({
  list,
  total: list.length,
  all: list.filter(({ status }) => status < 2).length,
  off: list.filter(({ status }) => status === 1).length,
  invited: list.filter(({ status }) => status === 2).length,
  working: 1,
  given: 3,
  free: 4,
});
const phone = (phoneId: number, given: boolean) => ({
  phoneId,
  owlId: `OWL-${phoneId}`,
  phoneAlias: `Main 0${phoneId}`,
  given,
  permissions: given ? ['rename'] : [],
  holders: given ? 1 : 0,
  groupName: phoneId < 3 ? 'Shop' : null,
});

beforeEach(() => {
  sent = [];
  answers = { list_sub_accounts: page([]) };
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string | FormData }) => {
    const [, query = ''] = url.split('?');
    const name = operationOf(url, init.method);
    const body = init.body instanceof FormData ? Object.fromEntries(init.body) : JSON.parse(init.body ?? 'null');
    sent.push({ name, query, body });
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

/** The dialog that has this phone: it loads before it is filled. */
const dialogWith = async (phoneName: string) => {
  const tile = await screen.findByRole('button', { name: phoneName }, { timeout: 30_000 });
  return tile.closest<HTMLElement>('[role=dialog]') as HTMLElement;
};
const calls = (name: string) => sent.filter((each) => each.name === name);

it('batches ids as one call takes them', () => {
  expect(batchesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(batchesOf([], 2)).toEqual([]);
});

it('shows what waits, who works and what each may do, and switches one off once that is confirmed', async () => {
  const waits = sub(0, {
    memberId: null,
    invitationId: 5,
    status: 2,
    phone: '13300000001',
    name: 'Depot',
    expireTime: NOW_MS + 22.5 * HOUR_MS,
  });
  const lastUse = { at: NOW_MS - HOUR_MS, phoneAlias: 'Main 01', name: 'Opened it to operate' };
  answers.list_sub_accounts = page([
    waits,
    sub(1, { inUse: 3, phoneCount: 48, permissions: ['power', 'group'], lastUse, monthFen: 489_000 }),
  ]);
  await renderIn(<SubAccountsPage />, { lang: 'en-US' });
  const pending = await screen.findByRole('row', { name: /Depot/ }, { timeout: 30_000 });
  expect(within(pending).getByText('13300000001')).toBeVisible();
  expect(pending).toHaveTextContent('Invited, 23 h left');
  expect(within(pending).queryByRole('switch')).toBeNull();
  const row = screen.getByRole('row', { name: /Shop 1/ });
  expect(row).toHaveTextContent('Opened it to operate Main 01');
  expect(row).toHaveTextContent('¥4,890');
  expect(calls('list_sub_accounts')[0]?.body).toHaveProperty('timeZone');
  expect(within(row).getByRole('img', { name: 'Power · Groups' })).toBeVisible();
  expect(screen.getByText('Not assigned').nextSibling).toHaveTextContent('4');
  await userEvent.click(within(row).getByRole('switch'));
  expect(calls('set_sub_account_status')).toEqual([]);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(calls('set_sub_account_status')[0]?.body).toEqual({ memberId: 1, status: 1 }));
  await userEvent.click(within(pending).getByRole('button', { name: 'Withdraw' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(calls('withdraw_invitation')[0]?.query).toBe('invitationId=5'));
});

it('invites with phones and permissions, and asks for the code that the number received', async () => {
  answers.list_sub_account_phones = { list: [phone(1, false), phone(2, false)], total: 2 };
  answers.invite_sub_account = { invitationId: 5, expireTime: NOW_MS };
  answers.send_code = { uuid: 'u', expireSeconds: 600, resendSeconds: 60, left: 9 };
  answers.add_sub_account = { memberId: 9 };
  await renderIn(<SubAccountsPage />, { lang: 'en-US' });
  await screen.findByText('No sub-accounts yet', undefined, { timeout: 30_000 });
  await userEvent.click(screen.getAllByRole('button', { name: 'Invite a sub-account' })[0] as HTMLElement);
  const dialog = await dialogWith('Main 02');
  await userEvent.type(within(dialog).getByLabelText('Phone number'), '133 0000 0001');
  await userEvent.type(within(dialog).getByLabelText('Department or name'), 'Depot');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Choose by group' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Shop (2)' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Main 01', pressed: true }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Groups/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Invite and assign 1' }));
  const body = { phone: '13300000001', name: 'Depot', phoneIds: [2], permissions: ['group'] };
  await waitFor(() => expect(calls('invite_sub_account')[0]?.body).toEqual(body));
  const consent = await screen.findByRole('dialog', { name: 'Code for Depot' }, { timeout: 30_000 });
  expect(calls('send_code')[0]?.body).toEqual({ phone: '13300000001', purpose: 'subaccount' });
  await userEvent.type(within(consent).getByRole('textbox', { name: /code/i }), '123456');
  await userEvent.click(within(consent).getByRole('button', { name: 'Add it' }));
  await waitFor(() => expect(calls('add_sub_account')[0]?.query).toBe('phone=13300000001&code=123456&uuid=u'));
});

it('gives what was chosen and takes what was not', async () => {
  answers.list_sub_accounts = page([sub(1, { phoneCount: 1 })]);
  answers.list_sub_account_phones = { list: [phone(1, true), phone(2, false)], total: 2 };
  answers.give_phones = { success: 1, fail: 0, list: [{ phoneId: 2, code: 0, msg: '' }] };
  answers.take_phones = { success: 1, fail: 0, list: [{ phoneId: 1, code: 0, msg: '' }] };
  await renderIn(<SubAccountsPage />, { lang: 'en-US' });
  const row = await screen.findByRole('row', { name: /Shop 1/ }, { timeout: 30_000 });
  await userEvent.click(within(row).getByRole('button', { name: 'Phones and permissions' }));
  const dialog = await dialogWith('Main 01');
  const tile = (name: string) => within(dialog).getByRole('button', { name });
  await waitFor(() => expect(tile('Main 01')).toHaveAttribute('aria-pressed', 'true'));
  expect(within(dialog).getByRole('checkbox', { name: /Rename/ })).toBeChecked();
  await userEvent.click(tile('Main 01'));
  await userEvent.click(tile('Main 02'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'View and operate only' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save, 1 in total' }));
  await waitFor(() => expect(calls('take_phones')[0]?.body).toEqual({ memberId: 1, phoneIds: [1] }));
  await waitFor(() => expect(calls('give_phones')[0]?.body).toEqual({ memberId: 1, phoneIds: [2], permissions: [] }));
});

it('shows a sub-account whose it is, and nothing of a parent', async () => {
  await renderIn(<OwnParent phone="138****0000" status={1} />, { lang: 'en-US' });
  await screen.findByText('You are a sub-account of 138****0000', undefined, { timeout: 30_000 });
  expect(screen.queryByRole('button', { name: 'Invite a sub-account' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(calls('remove_sub_account')[0]?.query).toBe(''));
});

it('invites the good rows of a table, after it said which cells are wrong', async () => {
  const why = 'You have no phone of this name or ID';
  answers.import_sub_accounts = {
    added: 1,
    updated: 0,
    failed: 1,
    errors: [{ row: 3, column: 'Phones', value: 'Main 09', why }],
    rows: [
      { row: 2, result: 'added' },
      { row: 3, result: 'failed' },
    ],
  };
  await renderIn(<SubAccountsPage />, { lang: 'en-US' });
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['Phone number'], 'sub.csv', { type: 'text/csv' });
  await userEvent.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file);
  await within(dialog).findByText(why);
  expect(calls('import_sub_accounts')[0]?.body).toMatchObject({ dryRun: '1', goodRows: '1' });
  expect(within(dialog).getByRole('button', { name: 'Import 1 · 1 to fix' })).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Only the 1 valid row' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 1' }));
  await waitFor(() => expect(calls('import_sub_accounts').at(-1)?.body).toMatchObject({ dryRun: '0', goodRows: '1' }));
});
