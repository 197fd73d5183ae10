// Renewing by itself, reminders and the calendar's address: what is sent, and what is said where it cannot be.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import AutoRenewDialog from './AutoRenewDialog';
import CalendarDialog from './CalendarDialog';
import { RemindersSection } from './RemindersSection';

let sent: { name: string; body: unknown }[] = [];
let path: string | null = null;
let refused = false;

beforeEach(() => {
  [sent, path, refused] = [[], null, false];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    const body = init.body ? JSON.parse(init.body) : null;
    sent.push({ name, body });
    if (refused) return new Response(JSON.stringify({ code: 500, msg: 'no', data: null }));
    if (name === 'set_calendar_address') path = body.on ? '/app-api/trade/recycle/calendar/abc?lang=zh-CN' : null;
    const answers: Record<string, unknown> = {
      get_agreement: { kind: 'authorization', version: 2, title: '授权协议', html: '<p>文</p>', publishTime: 0 },
      get_reminders: { bySms: false, byMail: false, smsPossible: true, mailPossible: false, mailOffered: true },
      get_calendar_address: { path },
      set_calendar_address: { path },
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  endSession('left');
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const bodyOf = (wanted: string) => sent.find(({ name }) => name === wanted)?.body;

it('switches a phone on once the agreement was read, and a group off at once', async () => {
  const user = userEvent.setup();
  const closed = vi.fn();
  const { unmount } = await renderIn(
    <AutoRenewDialog open of={{ phoneIds: [5] }} name="台账机" on={false} onClose={closed} />,
  );
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: '开启' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  expect(bodyOf('set_auto_renew')).toBeUndefined();
  await user.click(within(dialog).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: '我已阅读并同意' }));
  await user.click(within(dialog).getByRole('button', { name: '开启' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(bodyOf('set_auto_renew')).toEqual({ phoneIds: [5], on: true, agreed: true, agreementVersion: 2 });
  unmount();
  await renderIn(<AutoRenewDialog open of={{ groupId: 3 }} name="主力" on onClose={closed} />, { lang: 'en-US' });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(bodyOf('set_group_auto_renew')).toEqual({ id: 3, on: false, agreed: false }));
});

it('switches SMS on, and says why mail cannot be', async () => {
  const user = userEvent.setup();
  await renderIn(<RemindersSection />);
  await user.click(await screen.findByRole('switch', { name: '短信' }));
  await waitFor(() => expect(bodyOf('set_reminders')).toEqual({ bySms: true, byMail: false }));
  expect(screen.getByRole('switch', { name: '邮件' })).toBeDisabled();
  expect(screen.getByText('请先绑定邮箱')).toBeVisible();
});

it('says that the ways of being reminded did not come', async () => {
  refused = true;
  await renderIn(<RemindersSection />, { lang: 'en-US' });
  expect(await screen.findByText('The ways of being reminded were not loaded')).toBeVisible();
});

it('gives the calendar an address, and ends it', async () => {
  const user = userEvent.setup();
  await renderIn(<CalendarDialog open onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: '生成地址' }));
  expect(await screen.findByText(/\/calendar\/abc/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '停用地址' }));
  await waitFor(() => expect(screen.queryByText(/\/calendar\/abc/)).not.toBeInTheDocument());
});
