import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { Entry, Setting } from './api';
import ConfigPage from './ConfigPage';
import DictionariesPage from './DictionariesPage';

let sent: { name: string; body: Record<string, unknown> | null }[] = [];
let refusal: string | null = null;
let theirs: object | null = null;

const setting = (configId: number, more: Partial<Setting>): Setting => ({
  configId,
  configName: `参数${configId}`,
  configKey: `key.${configId}`,
  configValue: '7',
  configType: 'Y',
  remark: '',
  createTime: '',
  updateTime: '',
  version: 3,
  source: 'default',
  variable: 'OWLDECK_GRACE_DAYS',
  defaultValue: '7',
  range: [1, 365],
  ...more,
});

const entry = (dictCode: number, more: Partial<Entry>): Entry => ({
  dictCode,
  dictSort: 1,
  dictLabel: `标签${dictCode}`,
  labelEn: '',
  dictValue: String(dictCode),
  dictType: 'phone_status',
  cssClass: '',
  listClass: '',
  isDefault: 'N',
  status: '0',
  remark: '',
  createTime: '',
  version: 0,
  builtIn: true,
  ...more,
});

beforeEach(() => {
  [sent, refusal, theirs] = [[], null, null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? (JSON.parse(init.body) as Record<string, unknown>) : null });
    if (refusal && init.method === 'PUT') return new Response(JSON.stringify({ code: 400, msg: refusal, data: null }));
    if (theirs && init.method === 'PUT') {
      const data = { by: 'desk', time: 1_800_000_000_000, now: theirs };
      return new Response(JSON.stringify({ code: AnswerCode.CHANGED_MEANWHILE, msg: '', data }));
    }
    const answers: Record<string, object> = {
      list_config: {
        rows: [
          setting(1, {}),
          setting(2, { source: 'environment' }),
          setting(3, { configType: 'N', source: 'console', range: null, variable: null, defaultValue: null }),
        ],
        total: 3,
      },
      list_dictionary_types: { data: [{ dictType: 'phone_status', count: 1 }] },
      list_dictionary_entries: { rows: [entry(1, {})], total: 1 },
    };
    return new Response(JSON.stringify({ code: 200, msg: '', ...answers[name] }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const puts = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

it('changes one setting at a time, says where the server refuses it, and locks what the environment sets', async () => {
  await renderIn(
    <RightsProvider value={{ permissions: ['*:*:*'], roles: ['admin'] }}>
      <ConfigPage />
    </RightsProvider>,
    { at: '/operator/config' },
  );
  await userEvent.click(await screen.findByRole('button', { name: '改“参数1”' }));
  expect(screen.queryByRole('button', { name: '改“参数2”' })).toBeNull();
  expect(screen.getByRole('img', { name: /OWLDECK_GRACE_DAYS/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '删除“参数1”' })).toBeNull();
  expect(screen.getByRole('button', { name: '删除“参数3”' })).toBeInTheDocument();
  const value = screen.getByRole('textbox', { name: '改“参数1”' });
  refusal = '请输入 1 到 365 的整数';
  await userEvent.clear(value);
  await userEvent.type(value, '400');
  expect(screen.getByText(/7 → 400/)).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await screen.findByText(refusal);
  refusal = null;
  await userEvent.clear(value);
  await userEvent.type(value, '9{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: '改“参数1”' })).toBeNull());
  expect(puts('update_config').at(-1)).toMatchObject({ configId: 1, configKey: 'key.1', configValue: '9', version: 3 });
});

it('keeps the values of what the product uses, and changes its words', async () => {
  await renderIn(
    <RightsProvider value={{ permissions: ['system:dict:list', 'system:dict:edit'], roles: ['admin'] }}>
      <DictionariesPage />
    </RightsProvider>,
    { at: '/operator/dictionaries' },
  );
  await userEvent.click(await screen.findByRole('button', { name: '改“标签1”' }));
  expect(screen.getByText(/这一类由程序使用/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /删|加一项|导出/ })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: '英文' }), 'One{Enter}');
  await waitFor(() =>
    expect(puts('update_dictionary_entry')).toMatchObject([{ dictCode: 1, labelEn: 'One', version: 0 }]),
  );
});

it('shows the second of two who change one setting or entry both versions, and sends the one that is chosen', async () => {
  const all = { permissions: ['*:*:*'], roles: ['admin'] };
  const { unmount } = await renderIn(
    <RightsProvider value={all}>
      <ConfigPage />
    </RightsProvider>,
    { at: '/operator/config' },
  );
  await userEvent.click(await screen.findByRole('button', { name: '改“参数1”' }));
  const value = screen.getByRole('textbox', { name: '改“参数1”' });
  await userEvent.clear(value);
  theirs = { configValue: '8', version: 4 };
  await userEvent.type(value, '9{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/desk.*现在是：8；你写的是：9/);
  theirs = null;
  await userEvent.click(screen.getByRole('button', { name: '用我的' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(puts('update_config')).toMatchObject([
    { configValue: '9', version: 3 },
    { configValue: '9', version: 4 },
  ]);
  unmount();

  await renderIn(
    <RightsProvider value={all}>
      <DictionariesPage />
    </RightsProvider>,
    { at: '/operator/dictionaries' },
  );
  await userEvent.click(await screen.findByRole('button', { name: '改“标签1”' }));
  theirs = { dictLabel: '标签1', labelEn: 'Uno', dictSort: 1, status: '0', version: 1 };
  await userEvent.type(screen.getByRole('textbox', { name: '英文' }), 'One{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /现在是：标签1 · Uno · 1 · .*；你写的是：标签1 · One · 1 · /,
  );
  await userEvent.click(screen.getByRole('button', { name: '用对方的' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(puts('update_dictionary_entry')).toHaveLength(1);
});
