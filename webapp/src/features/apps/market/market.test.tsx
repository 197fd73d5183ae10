import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { Code } from '@/core/http';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { MarketApp, OfferedApp } from './api';
import MarketOnPhone from './MarketOnPhone';
import MarketPage from './MarketPage';

let sent: { name: string; body: Record<string, unknown> | null }[] = [];
let answers: Record<string, unknown> = {};
/** Data of the refusal that answers the first change. */
let meanwhile: object | null = null;
let refusal: { field: string; msg: string } | null = null;

const version = (uploadId: number, versionCode: number): MarketApp['versions'][number] => ({
  uploadId,
  set: '',
  name: `maps-${versionCode}.apk`,
  size: 2048,
  received: 2048,
  kind: 'apk',
  sha256: null,
  app: {
    package: 'org.example.maps',
    label: 'Map',
    versionName: `${versionCode}.0`,
    versionCode,
    signers: [],
    minSdk: 21,
  },
  icon: null,
  readyTime: 1,
  expireTime: 0,
});
const app = (appId: number, name: string, key: string): MarketApp => ({
  appId,
  name,
  package: key,
  description: '',
  icon: null,
  versions: [version(appId * 10 + 2, 2), version(appId * 10 + 1, 1)],
});
const offered: OfferedApp = {
  appId: 1,
  package: 'org.example.maps',
  nameZh: '地图',
  nameEn: 'Maps',
  descriptionZh: '',
  descriptionEn: '',
  icon: null,
  down: false,
  updateTime: 1_795_000_000_000,
  versions: [
    {
      versionId: 12,
      versionName: '2.0',
      versionCode: 2,
      minSdk: 21,
      fileName: 'b.apk',
      size: 9,
      addTime: 1,
      down: false,
    },
    {
      versionId: 11,
      versionName: '1.0',
      versionCode: 1,
      minSdk: 21,
      fileName: 'a.apk',
      size: 9,
      addTime: 1,
      down: true,
    },
  ],
};

beforeEach(() => {
  [sent, refusal, meanwhile, answers] = [[], null, null, {}];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: init.body ? (JSON.parse(init.body) as Record<string, unknown>) : null });
    if (name === 'describe_app' && meanwhile && sent.filter((each) => each.name === name).length === 1) {
      return new Response(JSON.stringify({ code: Code.changedMeanwhile, msg: '', data: meanwhile }));
    }
    if (refusal && name === 'describe_app') {
      const { field, msg } = refusal;
      return new Response(JSON.stringify({ code: 400, msg, data: { field } }));
    }
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const calls = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);

it('installs what is not there, updates what is older, and says what is there', async () => {
  const apps = [app(1, '地图', 'org.a'), app(2, '会议', 'org.b'), app(3, '笔记', 'org.c')];
  const here = (key: string, versionCode: number) => ({
    package: key,
    label: null,
    icon: null,
    phones: [
      { phoneId: 5, versionCode, versionName: null, size: null, running: false, inFront: false, startable: true },
    ],
  });
  answers = {
    list_market_apps: { list: apps, total: 3 },
    list_apps: {
      list: [here('org.b', 1), here('org.c', 2)],
      phones: [{ phoneId: 5, code: 0, msg: '', system: 0 }],
      reading: false,
    },
  };
  const [chosen, sentOn]: [number[], number[]] = [[], []];
  const install = ({ uploadId }: { uploadId: number }, to?: 'others') => (to ? sentOn : chosen).push(uploadId);
  await renderIn(<MarketOnPhone phoneId={5} onInstall={install} />);
  await userEvent.click(await screen.findByRole('button', { name: '更新“会议”' }));
  await userEvent.click(screen.getByRole('button', { name: '安装“地图”' }));
  expect(chosen).toEqual([22, 12]);
  const there = screen.getByText('笔记').closest('li') as HTMLElement;
  expect(within(there).getByText('已安装')).toBeVisible();
  // An installed app is only sent on.
  expect(within(there).getAllByRole('button')).toHaveLength(1);
  await userEvent.click(within(there).getByRole('button', { name: '把 笔记 发送到其他云手机' }));
  expect(chosen).toEqual([22, 12]);
  expect(sentOn).toEqual([32]);
});

const openPage = async (permissions: string[]) => {
  answers = { list_offered_apps: { list: [offered], total: 1 } };
  const page = (
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <MarketPage />
    </RightsProvider>
  );
  await renderIn(page, { at: '/operator/market' });
  await screen.findByText('地图');
};

it('takes an app down once that is confirmed, and says a refused description beside its field', async () => {
  await openPage(['infra:market:list', 'infra:market:edit']);
  await userEvent.click(screen.getByRole('button', { name: '下架“地图”' }));
  expect(calls('set_app_offered')).toEqual([]);
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: /下\s?架/ }));
  await waitFor(() => expect(calls('set_app_offered')).toEqual([{ appId: 1, down: true }]));

  await userEvent.click(screen.getByRole('button', { name: '修改“地图”的介绍' }));
  const field = await screen.findByLabelText(/应用名称 · English/);
  await userEvent.clear(field);
  refusal = { field: 'nameEn', msg: '请输入应用名称' };
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  expect(await screen.findByText('请输入应用名称')).toBeInTheDocument();
});

it('tells the second of two what the first wrote about an app, and sends either', async () => {
  await openPage(['infra:market:list', 'infra:market:edit']);
  const now = { nameZh: '导航', nameEn: 'Maps', descriptionZh: '', descriptionEn: '', updateTime: 1_795_000_000_777 };
  meanwhile = { by: 'li.jie', time: 1_795_000_000_000, now };
  await userEvent.click(screen.getByRole('button', { name: '修改“地图”的介绍' }));
  const field = await screen.findByLabelText(/应用名称 · English/);
  await userEvent.clear(field);
  await userEvent.type(field, 'Atlas');
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  const line = await screen.findByRole('alert');
  expect(line).toHaveTextContent('li.jie');
  expect(line).toHaveTextContent('应用名称 · 中文：导航');
  expect(line).toHaveTextContent('应用名称 · English：Maps');
  expect(within(line).queryByText(/介绍/)).toBeNull();
  await userEvent.click(within(line).getByRole('button', { name: '用我的' }));
  await waitFor(() => expect(calls('describe_app')).toHaveLength(2));
  expect(calls('describe_app').map((body) => body?.updateTime)).toEqual([offered.updateTime, now.updateTime]);
  expect(calls('describe_app')[1]?.listing).toMatchObject({ nameZh: '地图', nameEn: 'Atlas' });
});

it('lets those who may only read change nothing', async () => {
  await openPage(['infra:market:list']);
  expect(screen.queryByRole('button', { name: /上架|下架|修改/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '“地图”的版本' }));
  expect(await screen.findByText('已下架')).toBeVisible();
  expect(screen.queryByRole('button', { name: /恢复|删除/ })).toBeNull();
});
