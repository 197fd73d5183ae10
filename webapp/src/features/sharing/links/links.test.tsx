import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { Link } from './api';
import CreateLinkDialog from './CreateLinkDialog';
import LinksPanel from './LinksPanel';
import { LinkWindow } from './LinkWindow';
import ShareClipDialog from './ShareClipDialog';
import { SharedClip } from './SharedClip';
import { SharedPhone } from './SharedPhone';

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
});

const bodies = (name: string) => sent.filter((each) => each.name === name).map(({ body }) => body);
const page = (at: string) =>
  renderIn(
    <Routes>
      <Route path="/sharePhoneVideo/:token?" element={<SharedPhone />} />
      <Route path="/shareVideo/:token?" element={<SharedClip />} />
    </Routes>,
    { at },
  );

it('an address that opens nothing says one thing, whatever it was', async () => {
  answers.open_share_link = { code: 404, msg: '访问资源不存在' };
  await page('/sharePhoneVideo/T');
  expect(await screen.findByRole('alert')).toHaveTextContent('没有这个链接');
  expect(bodies('open_share_link')).toEqual([{ token: 'T' }]);
  expect(sent.every(({ bearer }) => bearer === undefined)).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a passcode is typed as it was read out, and a wrong one says how many tries are left', async () => {
  answers.open_share_link = { code: 0, data: { state: 'passcode', triesLeft: null, page: null } };
  const user = userEvent.setup();
  await page('/sharePhoneVideo/T');
  const field = await screen.findByRole('textbox', { name: '口令' });
  expect(screen.getByRole('button', { name: '进入' })).toBeDisabled();
  answers.open_share_link = { code: 0, data: { state: 'passcode', triesLeft: 4, page: null } };
  await user.type(field, '72k xhd');
  expect(field).toHaveValue('72KXHD');
  await user.click(screen.getByRole('button', { name: '进入' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('还可以试 4 次'));
  expect(bodies('open_share_link').at(-1)).toEqual({ token: 'T', passcode: '72KXHD' });
  answers.open_share_link = { code: AnswerCode.TOO_MANY, msg: '操作过于频繁' };
  await user.click(await screen.findByRole('button', { name: '进入' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('操作过于频繁'));
});

it('where no place is left it can be tried again', async () => {
  answers.open_share_link = { code: 0, data: { state: 'full', triesLeft: null, page: null } };
  const user = userEvent.setup();
  await page('/sharePhoneVideo/T');
  expect(await screen.findByRole('alert')).toHaveTextContent('人数已满');
  await user.click(screen.getByRole('button', { name: '再试一次' }));
  await waitFor(() => expect(bodies('open_share_link')).toHaveLength(2));
});

const link = (linkId: number, part: Partial<Link>): Link => ({
  linkId,
  kind: 'live',
  fileName: '',
  path: `/app/sharePhoneVideo/Kq${linkId}abc`,
  phoneId: 3,
  phoneAlias: `主力-0${linkId}`,
  owlId: 'OWL-3',
  trial: null,
  viewers: 7,
  viewingSince: [],
  viewersMax: 20,
  passcode: false,
  opened: 213,
  createTime: Date.now(),
  untilTime: Date.now() + HOUR_MS,
  open: true,
  ...part,
});

it('an owner makes a link with its limits, and is shown the passcode once', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  answers.create_share_link = {
    code: 0,
    data: { linkId: 5, path: '/app/sharePhoneVideo/Kq7', passcode: '72KXHD', untilTime: Date.now() + HOUR_MS },
  };
  const user = userEvent.setup();
  const phones = [{ phoneId: 3, owlId: 'OWL-3', phoneAlias: '主力-01', expireTime: Date.now() + 9 * 24 * HOUR_MS }];
  await renderIn(<CreateLinkDialog open phones={phones} onDone={() => {}} onClose={() => {}} />);
  const most = await screen.findByRole('spinbutton', { name: '最多几人同时看' });
  await user.clear(most);
  await user.type(most, '51');
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('请输入 1 到 50 人')).toBeVisible();
  expect(bodies('create_share_link')).toEqual([]);
  await user.clear(most);
  await user.type(most, '2');
  await user.click(screen.getByRole('switch', { name: '需要口令' }));
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByRole('textbox', { name: '链接地址' })).toHaveValue(
    `${window.location.origin}/app/sharePhoneVideo/Kq7`,
  );
  expect(screen.getByText('72KXHD')).toBeVisible();
  expect(bodies('create_share_link')).toEqual([{ phoneId: 3, viewersMax: 2, passcode: true, hours: 3 }]);
});

it('a link that was made stands above all links, and another one takes its place', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  const path = '/app/sharePhoneVideo/Kq1abc';
  const untilTime = Date.now() + HOUR_MS;
  const list = [link(1, { path, viewers: 0, viewersMax: 2, untilTime }), link(2, { viewers: 7 })];
  answers.list_share_links = { code: 0, data: { list, total: 2, now: Date.now() } };
  const user = userEvent.setup();
  const made = { linkId: 1, path, passcode: '72KXHD', untilTime };
  await renderIn(<LinkWindow open name="主力-01" made={made} onClose={() => {}} />);
  const top = () => screen.getByRole('textbox', { name: '链接地址' });
  expect(await screen.findByText('72KXHD')).toBeVisible();
  expect(top()).toHaveValue(`${window.location.origin}${path}`);
  expect(await screen.findByRole('heading', { name: '在看 0 / 2' })).toBeVisible();
  const second = await screen.findByRole('row', { name: /主力-02/ });
  await user.click(within(second).getByRole('button', { name: '查看' }));
  expect(top()).toHaveValue(`${window.location.origin}/app/sharePhoneVideo/Kq2abc`);
  expect(screen.getByRole('heading', { name: '在看 7 / 20' })).toBeVisible();
  expect(screen.queryByText('72KXHD')).toBeNull();
});

it('who watches is told one by one with since when, and nothing of who they are', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  const now = Date.now();
  const viewingSince = [now - 5.5 * HOUR_MS, now - 2.5 * HOUR_MS];
  const list = [link(1, { viewers: 2, viewingSince }), link(2, { viewers: 0 })];
  answers.list_share_links = { code: 0, data: { list, total: 2, now } };
  const user = userEvent.setup();
  await renderIn(<LinksPanel pageNo={1} pageSize={10} onChange={() => {}} />);
  await user.click(await screen.findByRole('button', { name: '2 / 20 人，逐个查看' }));
  const each = within(await screen.findByRole('list', { name: '在看' })).getAllByRole('listitem');
  expect(each.map((one) => one.firstChild?.textContent)).toEqual(['观看者 1', '观看者 2']);
  expect(each[0]).toHaveTextContent('5 小时前');
  expect(each[1]).toHaveTextContent('2 小时前');
  // The second link has no viewers to be told of.
  expect(screen.getAllByRole('button', { name: /逐个查看/ })).toHaveLength(1);
});

it('the address of a clip opens no phone', async () => {
  const page_ = { kind: 'live', phoneId: 3, clip: null, accessToken: 'x', createTime: 0, untilTime: 1, now: 0 };
  answers.open_share_link = { code: 0, data: { state: 'opened', triesLeft: null, page: page_ } };
  await page('/shareVideo/T');
  expect(await screen.findByRole('alert')).toHaveTextContent('没有这个链接');
});

it('the address of a phone offers no trial', async () => {
  const offer = { appName: '农场物语', minutes: 15, standing: 'open', untilTime: null, now: Date.now() };
  answers.open_share_link = { code: 0, data: { state: 'trial', triesLeft: null, page: null, offer } };
  await page('/sharePhoneVideo/T');
  expect(await screen.findByRole('alert')).toHaveTextContent('没有这个链接');
});

it('a cloud file is shared as it is, and a refusal stays in the dialog', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  answers.create_share_link = { code: AnswerCode.SHARE_NO_VIDEO, msg: '只能分享 MP4 视频文件' };
  const user = userEvent.setup();
  await renderIn(<ShareClipDialog clip={{ uploadId: 9, name: '开箱.mp4' }} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('只能分享 MP4 视频文件')).toBeVisible();
  const asked = { kind: 'clip', uploadId: 9, viewersMax: 20, passcode: false, hours: 3 };
  expect(bodies('create_share_link')).toEqual([asked]);
  expect(bodies('create_upload')).toEqual([]);
});

it('the list says who watches, and ends a link once it was asked', async () => {
  windowOf({ wide: true });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  const clip = { kind: 'clip', phoneId: null, phoneAlias: '', owlId: '', fileName: '开箱.mp4' } as const;
  const list = [
    link(1, {}),
    link(2, { open: false, viewers: 0 }),
    link(3, { ...clip, path: '/app/shareVideo/p3Fabc', open: false }),
  ];
  answers.list_share_links = { code: 0, data: { list, total: 3, now: Date.now() } };
  const user = userEvent.setup();
  await renderIn(<LinksPanel pageNo={1} pageSize={10} onChange={() => {}} />);
  const row = await screen.findByRole('row', { name: /主力-01/ });
  expect(row).toHaveTextContent('7 / 20');
  expect(row).toHaveTextContent('213');
  expect(row).toHaveTextContent('实时画面');
  const recorded = screen.getByRole('row', { name: /开箱\.mp4/ });
  expect(recorded).toHaveTextContent('录像');
  expect(recorded).toHaveTextContent('/shareVideo/p3F…');
  expect(screen.getByRole('row', { name: /主力-02/ })).toHaveTextContent('已结束');
  expect(screen.getAllByRole('button', { name: '结束' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '结束' }));
  await screen.findByText('结束 主力-01 的分享链接？');
  expect(bodies('end_share_link')).toEqual([]);
  const [, confirm] = screen.getAllByRole('button', { name: '结束' });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(bodies('end_share_link')).toEqual([{ linkId: 1 }]));
});
