import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import CreateLinkDialog from './CreateLinkDialog';
import { SharedTrial } from './SharedTrial';

const HOUR_MS = 3_600_000;
type Sent = { name: string; body: unknown; bearer: string | undefined };
let sent: Sent[] = [];
let answers: Record<string, { code: number; msg?: string; data?: unknown }> = {};

beforeEach(() => {
  sent = [];
  answers = { list_share_links: { code: 0, data: { list: [], total: 0, now: Date.now() } } };
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { method: string; body?: string; headers: Record<string, string> }) => {
      const name = operationOf(url, init.method);
      sent.push({ name, body: init.body ? JSON.parse(init.body) : null, bearer: init.headers.Authorization });
      return new Response(JSON.stringify({ msg: '', ...(answers[name] ?? { code: 0, data: true }) }));
    },
  );
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const page = () =>
  renderIn(
    <Routes>
      <Route path="/shareGame/:token?" element={<SharedTrial />} />
    </Routes>,
    { at: '/shareGame/T' },
  );
const offered = (standing: string, untilTime: number | null = null) => ({
  code: 0,
  data: {
    state: 'trial',
    triesLeft: null,
    page: null,
    offer: { appName: '农场物语', minutes: 15, standing, untilTime, now: Date.now() },
  },
});

it('a trial is begun by a click, with the passcode that opened its page', async () => {
  // The clock stands, at a whole second: what is left of the other trial is the same however slow the machine.
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  answers.open_share_link = { code: 0, data: { state: 'passcode', triesLeft: null, page: null, offer: null } };
  const user = userEvent.setup();
  await page();
  await user.type(await screen.findByRole('textbox', { name: '口令' }), '72kxhd');
  answers.open_share_link = offered('open');
  await user.click(screen.getByRole('button', { name: '进入' }));
  expect(await screen.findByText('试玩 农场物语')).toBeVisible();
  expect(bodies('begin_trial')).toEqual([]);
  answers.begin_trial = offered('taken', Date.now() + 90_000);
  await user.click(screen.getByRole('button', { name: '开始试玩' }));
  expect(await screen.findByText('有人正在试玩')).toBeVisible();
  expect(bodies('begin_trial')).toEqual([{ token: 'T', passcode: '72KXHD' }]);
  expect(screen.getByRole('timer')).toHaveTextContent(/^1:(29|30)$/);
  expect(sent.every(({ bearer }) => bearer === undefined)).toBe(true);
});

it('while the phone has no time for a trial it says so, and can be asked again', async () => {
  const user = userEvent.setup();
  answers.open_share_link = offered('cleaning');
  await page();
  expect(await screen.findByText('正在准备')).toBeVisible();
  answers.open_share_link = offered('away');
  await user.click(screen.getByRole('button', { name: '再试一次' }));
  expect(await screen.findByText('现在不能试玩')).toBeVisible();
  answers.open_share_link = { code: 404, msg: '访问资源不存在' };
  await user.click(screen.getByRole('button', { name: '再试一次' }));
  expect(await screen.findByText('没有这个链接')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('the address of a link of another kind is none of a trial', async () => {
  const live = {
    kind: 'live',
    phoneId: 3,
    clip: null,
    appName: '',
    accessToken: 'x',
    createTime: 0,
    untilTime: 1,
    now: 0,
  };
  answers.open_share_link = { code: 0, data: { state: 'opened', triesLeft: null, page: live, offer: null } };
  await page();
  expect(await screen.findByRole('alert')).toHaveTextContent('没有这个链接');
});

it('a trial that is over by now is forgotten by its tab, and the link is opened afresh', async () => {
  sessionStorage.setItem('trial:T', JSON.stringify({ accessToken: 'A', phoneId: 7, kind: 'trial' }));
  answers.count_share_viewers = { code: 401, msg: '账号未登录' };
  answers.open_share_link = offered('open');
  await page();
  expect(await screen.findByRole('button', { name: '开始试玩' })).toBeVisible();
  const asked = sent.filter(({ name }) => name !== 'get_branding');
  expect(asked.map(({ name, bearer }) => [name, bearer])).toEqual([
    ['count_share_viewers', 'Bearer A'],
    ['open_share_link', undefined],
  ]);
  expect(sessionStorage.getItem('trial:T')).toBeNull();
});

it('an owner chooses one of the apps that the phone starts, for how long, and that its data stays', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  const on = (startable: boolean) => [{ phoneId: 7, startable, running: false, inFront: false }];
  answers.list_apps = {
    code: 0,
    data: {
      reading: false,
      list: [
        { package: 'org.example.farm', label: '农场物语', phones: on(true) },
        { package: 'org.example.none', label: '无图标', phones: on(false) },
      ],
      phones: [{ phoneId: 7, code: 0, msg: '', system: 3 }],
    },
  };
  answers.create_share_link = {
    code: 0,
    data: { linkId: 5, path: '/app/shareGame/Kq7', passcode: null, untilTime: Date.now() + HOUR_MS },
  };
  const user = userEvent.setup();
  const phone = { phoneId: 7, owlId: 'OWL-7', phoneAlias: '农场-03', expireTime: Date.now() + 30 * HOUR_MS };
  await renderIn(<CreateLinkDialog open phones={[phone]} onDone={() => {}} onClose={() => {}} />);
  await user.click(await screen.findByText('试玩'));
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('请选择应用')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: '应用' }));
  expect(screen.queryByTitle('无图标')).toBeNull();
  await user.click(await screen.findByTitle('农场物语'));
  const minutes = screen.getByRole('spinbutton', { name: '每次几分钟' });
  await user.clear(minutes);
  await user.type(minutes, '61');
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('请输入 1 到 60 分钟')).toBeVisible();
  await user.clear(minutes);
  await user.type(minutes, '5');
  await user.click(screen.getByRole('switch', { name: '每次结束后清除应用数据' }));
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  await waitFor(() => expect(bodies('create_share_link')).toHaveLength(1));
  expect(bodies('create_share_link')).toEqual([
    {
      kind: 'trial',
      phoneId: 7,
      trial: { packageName: 'org.example.farm', minutes: 5, clearsData: false },
      viewersMax: 1,
      passcode: false,
      hours: 3,
    },
  ]);
  expect(await screen.findByRole('textbox', { name: '链接地址' })).toHaveValue(
    `${window.location.origin}/app/shareGame/Kq7`,
  );
});
