import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { codeText, constants, statusView } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { useSelection } from '@/ui/batch/useSelection';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Phone } from '../api';
import { PhoneGrid } from '../list/PhoneGrid';
import { idOf } from '../list/PhoneTable';
import { NOW, samplePhone } from '../sample.test-kit';
import { playState } from '../view';
import { PhoneActions } from './PhoneActions';
import PhoneBatch from './PhoneBatch';

type Sent = { name: string; body: unknown };
let sent: Sent[] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  // The clock stands: a toast, whose link is pressed here, goes by it after a few seconds.
  vi.useFakeTimers({ toFake: ['Date'] });
  sent = [];
  answers = { list_groups: { list: [], total: 0, ungrouped: 0 }, list_tags: { list: [], total: 0 } };
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
  vi.useRealTimers();
});

const began = (phoneIds: number[], refused: { phoneId: number; msg: string }[] = []) => ({
  batchId: 55,
  success: phoneIds.length,
  fail: refused.length,
  list: [
    ...phoneIds.map((phoneId) => ({ phoneId, code: 0, msg: '' })),
    ...refused.map((each) => ({ code: 1, ...each })),
  ],
});
const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

function Selected({ phones, cards = true }: { phones: readonly Phone[]; cards?: boolean }) {
  const selection = useSelection<Phone>(idOf, 300);
  const rows = selection.rows.length === 0 ? phones : selection.rows;
  return (
    <PhoneActions shown={phones}>
      <PhoneBatch selection={selection} rows={rows} left="" columns={[]} />
      {cards ? <PhoneGrid phones={phones} now={NOW} selection={selection} /> : null}
    </PhoneActions>
  );
}

const show = (...phones: Phone[]) => renderIn(<Selected phones={phones} />, { at: '/index' });
const deck = () => within(screen.getByRole('region', { name: '已选云手机' }));
const a = samplePhone({ phoneId: 1, phoneAlias: 'a' });
const b = samplePhone({ phoneId: 2, phoneAlias: 'b' });
// Dialogs are loaded when they are first asked for.
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the deck', () => {
  it('locks the reboot of many while a shared one is among them, and names it', async () => {
    await show(a, samplePhone({ phoneId: 2, phoneAlias: 'b', sharedOut: true }));
    expect(deck().getByRole('button', { name: '重启，1 台不能操作' })).toHaveAttribute('aria-disabled', 'true');
    expect(deck().getByText(`${codeText(AnswerCode.SHARED_IN_BATCH)}（b）`, { exact: false })).toBeInTheDocument();
    await userEvent.click(deck().getByRole('button', { name: '只选其余 1 台' }));
    expect(screen.getByRole('checkbox', { name: '选择 a' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: '选择 b' })).not.toBeChecked();
    expect(deck().getByRole('button', { name: '重启' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('gives a sub-account what its parent ticked, and nothing else of the owner’s', async () => {
    const right = codeText(AnswerCode.RIGHT_MISSING) ?? '';
    await show(samplePhone({ phoneAlias: 'a', level: 'operate', accreditType: 2, may: ['rename', 'power'] }));
    await userEvent.click(screen.getByRole('button', { name: 'a 的更多操作' }));
    const item = async (name: string) =>
      (await screen.findByText(name, { selector: '[role=menuitem] *' })).closest('li');
    for (const name of ['重启', '关机', '重命名']) {
      expect(await item(name), name).not.toHaveAttribute('aria-disabled', 'true');
    }
    for (const name of ['修改 DPI', '恢复出厂', '移动分组']) {
      expect(await item(name), name).toHaveAttribute('aria-disabled', 'true');
      expect(await item(name), name).toHaveTextContent(right);
    }
  });

  it('opens its menu with m and with the other button, and the keyboard comes back to the card', async () => {
    await show(a, b);
    const card = screen.getByRole('article', { name: 'b' });
    card.focus();
    await userEvent.keyboard('m');
    expect(await screen.findByText('重命名', { selector: '[role=menuitem] *' })).toBeVisible();
    await waitFor(() => expect(document.activeElement?.closest('[role="menu"]')).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(card));
    await userEvent.pointer({ target: card, keys: '[MouseRight]' });
    await userEvent.click(await screen.findByText('续费', { selector: '[role=menuitem] *' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/renewManage?phoneIds=2');
  });

  it('says why a phone cannot be reset where it runs, and offers no other way to it', async () => {
    const unable = [{ action: 'factoryReset' as const, reason: '这台设备无法远程恢复出厂设置' }];
    await show(samplePhone({ phoneAlias: 'a', businessStatus: 5, reason: '云手机拒绝了此操作', unable }));
    const card = within(screen.getByRole('article'));
    expect(card.getByText('云手机拒绝了此操作')).toBeInTheDocument();
    expect(card.queryByRole('button', { name: '重试' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'a 的更多操作' }));
    const item = (await screen.findByText('恢复出厂', { selector: '[role=menuitem] *' })).closest('li');
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('这台设备无法远程恢复出厂设置');
  });

  it('says that an operation waits in line, without a clock', async () => {
    const operation = {
      batchId: 9,
      kind: 'reboot' as const,
      name: '重启',
      since: NOW - 12 * 60_000,
      expectedMs: 300_000,
      queued: true,
      percent: null,
    };
    await show(samplePhone({ phoneAlias: 'a', operation }));
    const card = screen.getByRole('article');
    expect(card).toHaveTextContent(/重启\s*排队中/);
    expect(within(card).queryByText('12:00', { exact: false })).toBeNull();
  });

  it('renews the selected phones, and says which of them only their owner can renew', async () => {
    const own = await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '续费' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/renewManage?phoneIds=1,2');
    own.unmount();
    await show(a, samplePhone({ phoneId: 2, phoneAlias: 'b', level: 'operate', accreditType: 2 }));
    const renew = deck().getByRole('button', { name: '续费，1 台不能操作' });
    expect(renew).toHaveAttribute('aria-disabled', 'true');
    expect(renew).toHaveAttribute('aria-description', `1 台不能操作：${codeText(AnswerCode.RIGHT_MISSING)}（b）`);
    expect(deck().getByText(`${codeText(AnswerCode.RIGHT_MISSING)}（b）`, { exact: false })).toBeInTheDocument();
  });

  it('lets a single shared phone be rebooted by whoever may operate it', async () => {
    await show(samplePhone({ level: 'operate', accreditType: 2 }));
    expect(deck().getByRole('button', { name: '重启' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('names the phones on which another operation runs', async () => {
    const operation = {
      batchId: 9,
      kind: 'density' as const,
      name: '修改 DPI',
      since: NOW,
      expectedMs: 300_000,
      queued: false,
      percent: null,
    };
    await show(a, samplePhone({ phoneId: 2, phoneAlias: 'b', operation }));
    expect(deck().getByText(`${codeText(AnswerCode.PHONE_BUSY)}（b）`, { exact: false })).toBeInTheDocument();
    // A name is the member's own affair, whatever the phone does.
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    const move = (await screen.findByText('移动分组', { selector: '[role=menuitem] *' })).closest('li');
    expect(move).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('has several controlled as a group, the first that can be played as the master', async () => {
    const off = samplePhone({ phoneId: 1, phoneAlias: 'a', businessStatus: 0, power: 'off' });
    await show(off, b, samplePhone({ phoneId: 3, phoneAlias: 'c' }));
    const group = deck().getByRole('button', { name: '群控' });
    expect(deck().getByRole('toolbar').querySelector('button')).toBe(group);
    expect(group).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(group);
    expect(screen.getByLabelText('here')).toHaveTextContent('/groupControl?ids=1,2,3&master=2');
  });

  it('has no group of one, and none where fewer than two can be played', async () => {
    const alone = await show(a);
    expect(deck().queryByRole('button', { name: /^群控/ })).toBeNull();
    alone.unmount();
    const seen = samplePhone({ phoneId: 2, phoneAlias: 'b', level: 'view', accreditType: 1 });
    await show(a, seen);
    const group = deck().getByRole('button', { name: '群控，1 台不能操作' });
    expect(group).toHaveAttribute('aria-disabled', 'true');
    expect(group).toHaveAttribute('aria-description', `1 台不能操作：${playState(seen).reason}（b）`);
    await userEvent.click(group);
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('controls as many as a group may hold, and not one more', async () => {
    const { groupMax } = constants();
    const many = Array.from({ length: groupMax + 1 }, (_, at) =>
      samplePhone({ phoneId: at + 1, phoneAlias: `p${at}` }),
    );
    const showDeck = (phones: Phone[]) => renderIn(<Selected phones={phones} cards={false} />, { at: '/index' });
    const full = await showDeck(many.slice(0, groupMax));
    expect(deck().getByRole('button', { name: '群控' })).toHaveAttribute('aria-disabled', 'false');
    full.unmount();
    await showDeck(many);
    expect(deck().getByRole('button', { name: '群控，1 台不能操作' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('takes as many as a batch may hold, and not one more', async () => {
    const { batchMax } = constants();
    const many = Array.from({ length: batchMax + 1 }, (_, at) =>
      samplePhone({ phoneId: at + 1, phoneAlias: `p${at}` }),
    );
    const full = await show(...many.slice(0, batchMax));
    expect(deck().getByRole('button', { name: '重启' })).toHaveAttribute('aria-disabled', 'false');
    full.unmount();
    await show(...many);
    expect(deck().getByRole('button', { name: '重启，1 台不能操作' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a batch', () => {
  it('asks, begins, says what was refused, and leads to its receipt', async () => {
    answers.reboot_phones = began([1], [{ phoneId: 2, msg: '云手机维护中' }]);
    await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '重启' }));
    await userEvent.click((await dialog()).getByText('重启 2 台'));
    expect(await screen.findByText('重启：1 台已开始，1 台不能执行')).toBeInTheDocument();
    expect(screen.getByText('云手机维护中')).toBeInTheDocument();
    expect(bodies('reboot_phones')).toEqual([{ phoneIds: [1, 2] }]);
    await userEvent.click(screen.getByText('查看回执'));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index?receipt=55');
  });

  it('brings files to the selected phones, and leads to the receipt', async () => {
    const file = { uploadId: 5, name: 'both.txt', size: 7, kind: 'file', app: null, icon: null, readyTime: null };
    answers.list_cloud_files = { list: [file], total: 1, used: 7, quota: 100, keptDays: 7 };
    answers.install_apps = began([1, 2]);
    await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    await userEvent.click(await screen.findByText('安装应用或发送文件', { selector: '[role=menuitem] *' }));
    const form = await dialog();
    await userEvent.click(form.getByText('云端文件'));
    await userEvent.click(await form.findByRole('checkbox', { name: '选择 both.txt' }));
    await userEvent.click(form.getByText('发送到 2 台'));
    await userEvent.click(await screen.findByText('查看回执'));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index?receipt=55');
    expect(bodies('install_apps')).toMatchObject([{ phoneIds: [1, 2], uploadIds: [5], choice: 'push' }]);
  });

  it('switches off what was selected, once that is confirmed', async () => {
    answers.power_off_phones = began([1, 2]);
    await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '关机' }));
    await userEvent.click((await dialog()).getByText('关机 2 台'));
    await waitFor(() => expect(bodies('power_off_phones')).toEqual([{ phoneIds: [1, 2] }]));
  });

  it('sets a density within its bounds on all of the phones, and sends none beyond them', async () => {
    answers.set_density = began([1, 2]);
    await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    await userEvent.click(await screen.findByText('修改 DPI', { selector: '[role=menuitem] *' }));
    const asked = await dialog();
    await userEvent.click(asked.getByText('自定义'));
    await userEvent.clear(asked.getByLabelText('自定义 DPI'));
    await userEvent.type(asked.getByLabelText('自定义 DPI'), '641');
    await userEvent.click(asked.getByText('修改 2 台'));
    expect(await asked.findByText('DPI 应在 72 到 640 之间，现在是 641')).toBeInTheDocument();
    expect(bodies('set_density')).toEqual([]);
    await userEvent.click(asked.getByText('240'));
    await userEvent.click(asked.getByText('修改 2 台'));
    await waitFor(() => expect(bodies('set_density')).toEqual([{ phoneIds: [1, 2], density: 240 }]));
  });

  it('upgrades systems for whoever holds the permission, and for nobody else', async () => {
    answers.upgrade_images = began([1]);
    const showTo = (permissions: string[]) =>
      renderIn(
        <RightsProvider value={{ permissions, roles: [] }}>
          <Selected phones={[a]} />
        </RightsProvider>,
        { at: '/index' },
      );
    const member = await showTo([]);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    expect(await screen.findByRole('menuitem', { name: '恢复出厂' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: '升级系统' })).toBeNull();
    member.unmount();
    await showTo(['phone:image:upgrade']);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '升级系统' }));
    await userEvent.click((await dialog()).getByText('升级 1 台'));
    await waitFor(() => expect(bodies('upgrade_images')).toEqual([{ phoneIds: [1] }]));
  });

  it('resets nothing before the number is typed', async () => {
    answers.reset_phones = began([1, 2]);
    await show(a, b);
    await userEvent.click(screen.getByRole('button', { name: 'a 的更多操作' }));
    await userEvent.click(await screen.findByText('恢复出厂'));
    const asked = await dialog();
    const verb = asked.getByText('恢复 1 台').closest('button');
    expect(verb).toBeDisabled();
    await userEvent.type(asked.getByRole('textbox'), '2');
    expect(verb).toBeDisabled();
    await userEvent.clear(asked.getByRole('textbox'));
    await userEvent.type(asked.getByRole('textbox'), '1');
    expect(verb).toBeEnabled();
    await userEvent.click(verb as HTMLElement);
    await waitFor(() => expect(bodies('reset_phones')).toEqual([{ phoneIds: [1] }]));
  });

  it('shows the names before it gives them, and says when one is too long', async () => {
    answers.rename_phones = began([1, 2]);
    await show(a, b);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    await userEvent.click(await screen.findByText('重命名'));
    const asked = await dialog();
    const name = asked.getByLabelText('名称');
    await userEvent.clear(name);
    await userEvent.type(name, '直播 {{n}');
    expect(asked.getByText('直播 2')).toBeInTheDocument();
    await userEvent.type(name, '一二三四五六七');
    expect(await asked.findByText('最多 10 个字，现在 11 个')).toBeInTheDocument();
    expect(bodies('rename_phones')).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, '新名 {{n}');
    await userEvent.clear(asked.getByLabelText('起始编号'));
    await userEvent.type(asked.getByLabelText('起始编号'), '9');
    expect(asked.getByRole('cell', { name: '新名 09' })).toBeInTheDocument();
    await userEvent.click(asked.getByRole('button', { name: '重命名 2 台' }));
    // The server counts too: it gets the pattern.
    const body = { phoneIds: [1, 2], phoneAlias: '新名 {n}', first: 9 };
    await waitFor(() => expect(bodies('rename_phones')).toEqual([body]));
  });

  it('of one phone is renamed as it was typed', async () => {
    answers.rename_phones = began([1]);
    await show(a);
    await userEvent.click(deck().getByRole('button', { name: '更多' }));
    await userEvent.click(await screen.findByText('重命名'));
    const asked = await dialog();
    await userEvent.clear(asked.getByLabelText('名称'));
    await userEvent.type(asked.getByLabelText('名称'), '新名 {{n}');
    await userEvent.click(asked.getByRole('button', { name: '重命名' }));
    await waitFor(() => expect(bodies('rename_phones')).toEqual([{ phoneIds: [1], phoneAlias: '新名 {n}', first: 1 }]));
  });
});

describe('a phone that is not well', () => {
  const failed = samplePhone({ businessStatus: 3 });

  it('offers retry and entering directly', async () => {
    answers.enter_directly = began([7]);
    await show(failed);
    const card = within(screen.getByRole('article'));
    expect(card.getByText(statusView(3, 'on').label)).toBeInTheDocument();
    expect(card.getByRole('button', { name: '重试' })).toBeInTheDocument();
    await userEvent.click(card.getByRole('button', { name: '直接进入' }));
    await waitFor(() => expect(bodies('enter_directly')).toEqual([{ phoneId: 7 }]));
  });

  it('offers the retry of an upgrade to nobody but who may upgrade', async () => {
    await show(samplePhone({ businessStatus: 7 }));
    const card = within(screen.getByRole('article'));
    expect(card.getByRole('button', { name: '直接进入' })).toBeInTheDocument();
    expect(card.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('offers nothing to whoever only looks on', async () => {
    await show(samplePhone({ businessStatus: 3, level: 'view', accreditType: 1 }));
    const card = within(screen.getByRole('article'));
    expect(card.queryByRole('button', { name: '重试' })).toBeNull();
    expect(card.queryByRole('button', { name: '直接进入' })).toBeNull();
  });

  it('is switched on without a question when it is off', async () => {
    answers.power_on_phones = began([7]);
    await show(samplePhone({ businessStatus: 0, power: 'off' }));
    await userEvent.click(within(screen.getByRole('article')).getByRole('button', { name: '开机' }));
    await waitFor(() => expect(bodies('power_on_phones')).toEqual([{ phoneIds: [7] }]));
  });
});
