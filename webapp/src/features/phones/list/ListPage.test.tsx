import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import type { Answer, Body } from '@/core/operations';
import { remaining } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { todayPutAway } from '@/core/storage';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { Phone } from '../api';
import { samplePhone } from '../sample.test-kit';
import ListPage from './ListPage';

const HOUR = 3_600_000;

let phones: Phone[] = [];
let more: Partial<Answer<'list_phones'>> = {};
/** How far the server's clock is ahead of the browser's. */
let aheadMs = 0;
let refusal: { code: number; msg: string } | null = null;
/** Refusal that answers a request for a file of the list. */
let fileRefusal: { code: number; msg: string } | null = null;
/** Phones that stand on another page. */
let elsewhere: number[] = [];
/** The phones that were asked for by their ids, the last time. */
let asked: number[] | undefined;
/** Call for the phones' page that is refused, or waits until `release` is called; null: it is answered. */
let listing: 'refused' | 'late' | null = null;
let release = () => {};
/** No answer comes to what is asked for a trial phone. */
let cut = false;
/** Batch of the receipt that is asked for. */
const rebooted = {
  ...{ batchId: 55, kind: 'reboot', name: '重启', createTime: 0, total: 0, retryOf: null },
  ...{ queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 },
};
/** The largest page, which only files and "all" are made of. */
const FILE_PAGE = 200;

const listed = (): Answer<'list_phones'> => ({
  list: phones,
  total: phones.length,
  notFound: [],
  summary: { total: phones.length, running: phones.length, expiringSoon: 0, abnormal: 0 },
  now: Date.now() + aheadMs,
  ...more,
});

beforeEach(() => {
  [phones, more, aheadMs, refusal] = [[samplePhone()], {}, 0, null];
  [fileRefusal, cut, elsewhere, asked, listing] = [null, false, [], undefined, null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const name = operationOf(url, init.method);
    const { pageNo, pageSize, phoneIds } = JSON.parse(init.body ?? '{}') as Partial<Body<'list_phones'>>;
    if (phoneIds) asked = phoneIds;
    const found = phones.filter(({ phoneId }) =>
      phoneIds ? phoneIds.includes(phoneId) : !elsewhere.includes(phoneId),
    );
    if (name === 'list_phones' && listing === 'refused') {
      const headers = { 'x-request-id': 'req-7' };
      return new Response(JSON.stringify({ code: AnswerCode.PHONE_ABSENT, msg: '没有这个货架' }), { headers });
    }
    if (name === 'list_phones' && listing === 'late') {
      await new Promise<void>((done) => {
        release = done;
      });
    }
    if (name === 'take_trial' && cut) throw new TypeError('Failed to fetch');
    if (name === 'take_trial' && refusal) return new Response(JSON.stringify(refusal));
    if (pageSize === FILE_PAGE && fileRefusal) return new Response(JSON.stringify(fileRefusal));
    const answers: Record<string, unknown> = {
      // All phones stand on the first page.
      list_phones: { ...listed(), list: pageNo === 1 || phoneIds ? found : [] },
      list_groups: { list: [{ id: 5, name: '夜班', count: 2 }], total: 1, ungrouped: 1 },
      list_operations: { list: [], total: 0 },
      get_receipt: { batch: rebooted, steps: [], files: [], list: [], now: Date.now() },
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

const here = () => screen.getByLabelText('here').textContent;

describe('the list', () => {
  it('goes by the clock of the server, however wrong that of the browser is', async () => {
    aheadMs = 3 * HOUR;
    const there = Date.now() + aheadMs;
    const expireTime = there + 12 * HOUR + 60_000;
    phones = [samplePhone({ businessStatus: 2, statusSince: there - 205_000, expireTime })];
    await renderIn(<ListPage />, { at: '/index' });
    const card = within(await screen.findByRole('article', { name: '主力-01' }));
    expect(card.getByText(/^3:[2-5]\d$/)).toBeInTheDocument();
    expect(card.getByText(remaining(expireTime, there).text)).toBeInTheDocument();
  });

  it('counts on the chip of all groups what it counts beside its title, the phones of others too', async () => {
    more = { total: 5, summary: { total: 5, running: 4, expiringSoon: 0, abnormal: 0 } };
    await renderIn(<ListPage />, { at: '/index' });
    expect(await screen.findByRole('button', { name: '全部 5' })).toBeInTheDocument();
    expect(screen.getByText('5', { selector: 'b' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '夜班 2' })).toBeInTheDocument();
  });

  it('says what needs a person today, until it is put away, and again the next day', async () => {
    more = { summary: { total: 5, running: 2, expiringSoon: 2, abnormal: 1 } };
    const { unmount } = await renderIn(<ListPage />, { at: '/index' });
    const today = within(await screen.findByRole('region', { name: '今天' }));
    expect(today.getByRole('link', { name: '去续费' })).toHaveAttribute('href', '/renewManage');
    expect(today.queryByRole('button', { name: '看回执' })).toBeNull();
    await userEvent.click(today.getByRole('button', { name: '查看' }));
    expect(here()).toBe('/index?state=failed');
    await userEvent.click(today.getByRole('button', { name: '今天不再显示' }));
    expect(screen.queryByRole('region', { name: '今天' })).toBeNull();
    unmount();
    todayPutAway.set(todayPutAway.get() - 24 * HOUR);
    await renderIn(<ListPage />, { at: '/index' });
    expect(await screen.findByRole('region', { name: '今天' })).toBeInTheDocument();
  });

  it('shows each filter that is set, with what takes it off', async () => {
    await renderIn(<ListPage />, { at: '/index?state=failed&rental=expiring' });
    await userEvent.click(await screen.findByRole('button', { name: '去掉筛选：7 天内到期' }));
    expect(here()).toBe('/index?state=failed');
    await userEvent.click(await screen.findByRole('button', { name: '去掉筛选：异常' }));
    expect(here()).toBe('/index');
    expect(screen.queryByRole('list', { name: '已设置的筛选' })).toBeNull();
  });

  it('selects the page with Ctrl A and lets go with Esc, but not in a field', async () => {
    phones = [1, 2].map((phoneId) => samplePhone({ phoneId, phoneAlias: `p${phoneId}` }));
    await renderIn(<ListPage />, { at: '/index' });
    (await screen.findByRole('article', { name: 'p1' })).focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(screen.getByRole('checkbox', { name: '选择 p2' })).toBeChecked();
    expect(await screen.findByRole('region', { name: '已选云手机' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: '已选云手机' })).toBeNull());
    await userEvent.type(screen.getByRole('textbox'), '{Control>}a{/Control}');
    expect(screen.getByRole('checkbox', { name: '选择 p1' })).not.toBeChecked();
  });

  it('names what was not found the way the language does', async () => {
    more = { notFound: ['Main 01', 'Spare 02'] };
    await renderIn(<ListPage />, { at: '/index?q=Main+01%2CSpare+02', lang: 'en-US' });
    const part = await screen.findByRole('button', { name: /that contain “Spare 02”/ });
    expect(part.closest('p')).toHaveTextContent(/^2 not found: Main 01, Spare 02Choose/);
    // Several are whole names; one alone is searched as a part.
    await userEvent.click(part);
    expect(here()).toBe('/index?q=Spare+02');
  });

  it('leads from a page that is no more to the last there is', async () => {
    await renderIn(<ListPage />, { at: '/index?page=9&sort=2' });
    expect(await screen.findByRole('article', { name: '主力-01' })).toBeInTheDocument();
    expect(here()).toBe('/index?sort=2');
  });

  it('lets selected phones go that are not there any more, and the deck says so', async () => {
    phones = [1, 2, 3].map((n) => samplePhone({ phoneId: n, phoneAlias: `主力-0${n}` }));
    await renderIn(<ListPage />, { at: '/index' });
    for (const { phoneAlias } of phones) {
      const card = within(await screen.findByRole('article', { name: phoneAlias }));
      await userEvent.click(card.getByRole('checkbox'));
    }
    const deck = () => within(screen.getByRole('region', { name: '已选云手机' }));
    await waitFor(() => expect(deck().getByText('3', { selector: 'b' })).toBeVisible());

    phones = phones.filter(({ phoneId }) => phoneId === 1);
    store.dispatch(api.util.invalidateTags(['Phone']));
    await waitFor(() => expect(deck().getByText('1', { selector: 'b' })).toBeVisible());
    expect(deck().getByText('主力-02、主力-03 已不在你的云手机中，已从选择中移除')).toBeVisible();

    phones = [];
    store.dispatch(api.util.invalidateTags(['Phone']));
    expect(await screen.findByText('主力-01 已不在你的云手机中，已从选择中移除')).toBeVisible();
    expect(screen.queryByRole('region', { name: '已选云手机' })).toBeNull();
  });

  it('keeps what is selected on other pages, which the server still knows', async () => {
    phones = [1, 2].map((n) => samplePhone({ phoneId: n, phoneAlias: `主力-0${n}` }));
    await renderIn(<ListPage />, { at: '/index' });
    const card = within(await screen.findByRole('article', { name: '主力-02' }));
    await userEvent.click(card.getByRole('checkbox'));
    elsewhere = [2];
    store.dispatch(api.util.invalidateTags(['Phone']));
    await waitFor(() => expect(screen.queryByRole('article', { name: '主力-02' })).toBeNull());
    await waitFor(() => expect(asked).toEqual([2]));
    expect(await screen.findByRole('region', { name: '已选云手机' })).toBeVisible();
  });

  it('holds together where a translator wraps every text of it', async () => {
    phones = [samplePhone({ businessStatus: 1 })];
    await renderIn(<ListPage />, { at: '/index' });
    await screen.findByRole('article', { name: '主力-01' });
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const font = document.createElement('font');
        text.parentNode?.replaceChild(font, text);
        font.append(text);
      }
    };
    const operation = {
      batchId: 1,
      kind: 'reboot',
      name: '重启',
      since: Date.now(),
      expectedMs: 300_000,
      queued: true,
      percent: null,
    };
    for (const change of [
      { businessStatus: 6 },
      { operation },
      { operation: { ...operation, queued: false } },
      { businessStatus: 0, tags: [{ id: 1, name: 'live' }] },
      { rental: 'expired' },
      {},
    ] as Partial<Phone>[]) {
      translate();
      phones = [samplePhone({ phoneAlias: `主力-${JSON.stringify(change).length}`, ...change })];
      const [{ phoneAlias }] = phones as [Phone];
      store.dispatch(api.util.invalidateTags(['Phone']));
      expect(await screen.findByRole('article', { name: phoneAlias })).toBeInTheDocument();
    }
  });

  it('says why there is no file of it', async () => {
    windowOf({ wide: true });
    fileRefusal = { code: AnswerCode.TOO_MANY, msg: '请求太频繁' };
    await renderIn(<ListPage />, { at: '/index' });
    await screen.findByRole('article', { name: '主力-01' });
    await userEvent.click(screen.getByRole('button', { name: '导出 CSV' }));
    expect(await screen.findByText('请求太频繁')).toBeInTheDocument();
  });

  it('fails with words and a request id, waits in the shape of its cards, and comes when it is tried again', async () => {
    listing = 'refused';
    await renderIn(<ListPage />, { at: '/index' });
    const failed = (await screen.findByRole('heading', { name: '列表没有加载出来' })).closest('section') as HTMLElement;
    expect(failed).toHaveTextContent('没有这个货架');
    expect(failed).toHaveTextContent('请求号 req-7');
    listing = 'late';
    await userEvent.click(within(failed).getByRole('button', { name: '重试' }));
    const waiting = await screen.findByRole('status', { name: '正在加载' });
    await waitFor(() => expect(waiting.children).toHaveLength(16));
    listing = null;
    release();
    expect(await screen.findByRole('article', { name: '主力-01' })).toBeInTheDocument();
    expect(waiting).not.toBeInTheDocument();
  });

  it('shows beside itself the receipt that its address names, and closes it out of the address', async () => {
    await renderIn(<ListPage />, { at: '/index?q=a&receipt=55' });
    const receipt = (await screen.findByText('重启')).closest('.ant-drawer') as HTMLElement;
    await userEvent.click(within(receipt).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(here()).toBe('/index?q=a'));
  });

  it('leads on to buying', async () => {
    await renderIn(<ListPage />, { at: '/index' });
    await userEvent.click(await screen.findByRole('button', { name: '购买云手机' }));
    expect(here()).toBe('/payManage');
  });
});

describe('an empty list', () => {
  it('offers a trial phone first, and buying once there is none to be had', async () => {
    [phones, refusal] = [[], { code: AnswerCode.TRIAL_HAD, msg: '试用机会已使用' }];
    await renderIn(<ListPage />, { at: '/index' });
    const heading = await screen.findByRole('heading', { name: '还没有云手机' });
    const empty = within(heading.closest('section') as HTMLElement);
    expect(empty.queryByRole('button', { name: '购买云手机' })).toBeNull();
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await empty.findByText('试用机会已使用')).toBeInTheDocument();
    expect(empty.queryByRole('button', { name: '领取试用机' })).toBeNull();
    await userEvent.click(empty.getByRole('button', { name: '购买云手机' }));
    expect(here()).toBe('/payManage');
  });

  it('offers the trial phone again where no answer came', async () => {
    [phones, cut] = [[], true];
    await renderIn(<ListPage />, { at: '/index' });
    const heading = await screen.findByRole('heading', { name: '还没有云手机' });
    const empty = within(heading.closest('section') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await screen.findByText('没有连上服务器，请检查网络后重试')).toBeInTheDocument();
    cut = false;
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await screen.findByText('试用机已到账')).toBeInTheDocument();
  });
});
