import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { operations } from '@/contract/operations';
import { api } from '@/core/api';
import type { Answer } from '@/core/operations';
import { remaining } from '@/core/rules';
import { beginSession, endSession } from '@/core/session';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import type { Phone } from './api';
import ListPage from './ListPage';
import { samplePhone } from './sample.test-kit';

vi.setConfig({ testTimeout: 60_000 });
const PATIENCE = { timeout: 30_000 };
const HOUR = 3_600_000;

let phones: Phone[] = [];
let more: Partial<Answer<'list_phones'>> = {};
/** How far the server's clock is ahead of the browser's. */
let aheadMs = 0;
let refusal: { code: number; msg: string } | null = null;
/** What a file of the list is refused with. */
let fileRefusal: { code: number; msg: string } | null = null;
/** No answer comes to what is asked for a trial phone. */
let cut = false;
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
  [fileRefusal, cut] = [null, false];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const path = url.split('?')[0];
    const name =
      Object.entries(operations).find(([, [method, each]]) => each === path && method === init.method)?.[0] ?? '';
    const { pageNo, pageSize } = JSON.parse(init.body ?? '{}') as { pageNo?: number; pageSize?: number };
    if (name === 'take_trial' && cut) throw new TypeError('Failed to fetch');
    if (name === 'take_trial' && refusal) return new Response(JSON.stringify(refusal));
    if (pageSize === FILE_PAGE && fileRefusal) return new Response(JSON.stringify(fileRefusal));
    const answers: Record<string, unknown> = {
      // All phones stand on the first page.
      list_phones: { ...listed(), ...(pageNo === 1 ? {} : { list: [] }) },
      list_groups: { list: [{ id: 5, name: '夜班', count: 2 }], total: 1, ungrouped: 1 },
      list_operations: { list: [], total: 0 },
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
    const card = within(await screen.findByRole('article', { name: '主力-01' }, PATIENCE));
    expect(card.getByText(/^3:[2-5]\d$/)).toBeInTheDocument();
    expect(card.getByText(remaining(expireTime, there).text)).toBeInTheDocument();
  });

  it('counts on the chip of all groups what it counts beside its title, the phones of others too', async () => {
    more = { total: 5, summary: { total: 5, running: 4, expiringSoon: 0, abnormal: 0 } };
    await renderIn(<ListPage />, { at: '/index' });
    expect(await screen.findByRole('button', { name: '全部 5' }, PATIENCE)).toBeInTheDocument();
    expect(screen.getByText('5', { selector: 'b' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '夜班 2' })).toBeInTheDocument();
  });

  it('names what was not found the way the language does', async () => {
    more = { notFound: ['Main 01', 'Spare 02'] };
    await renderIn(<ListPage />, { at: '/index?q=Main+01%2CSpare+02', lang: 'en-US' });
    expect(await screen.findByText('2 not found: Main 01, Spare 02', undefined, PATIENCE)).toBeInTheDocument();
  });

  it('leads from a page that is no more to the last there is', async () => {
    await renderIn(<ListPage />, { at: '/index?page=9&sort=2' });
    expect(await screen.findByRole('article', { name: '主力-01' }, PATIENCE)).toBeInTheDocument();
    expect(here()).toBe('/index?sort=2');
  });

  it('says why there is no file of it', async () => {
    windowOf({ wide: true });
    fileRefusal = { code: 1_011_000_001, msg: '请求太频繁' };
    await renderIn(<ListPage />, { at: '/index' });
    await screen.findByRole('article', { name: '主力-01' }, PATIENCE);
    await userEvent.click(screen.getByRole('button', { name: '导出 CSV' }));
    expect(await screen.findByText('请求太频繁', undefined, PATIENCE)).toBeInTheDocument();
  });

  it('leads on to buying', async () => {
    await renderIn(<ListPage />, { at: '/index' });
    await userEvent.click(await screen.findByRole('button', { name: '购买云手机' }, PATIENCE));
    expect(here()).toBe('/payManage');
  });
});

describe('an empty list', () => {
  it('offers a trial phone first, and buying once there is none to be had', async () => {
    [phones, refusal] = [[], { code: 1_011_107_001, msg: '试用机会已使用' }];
    await renderIn(<ListPage />, { at: '/index' });
    const heading = await screen.findByRole('heading', { name: '还没有云手机' }, PATIENCE);
    const empty = within(heading.closest('section') as HTMLElement);
    expect(empty.queryByRole('button', { name: '购买云手机' })).toBeNull();
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await empty.findByText('试用机会已使用', undefined, PATIENCE)).toBeInTheDocument();
    expect(empty.queryByRole('button', { name: '领取试用机' })).toBeNull();
    await userEvent.click(empty.getByRole('button', { name: '购买云手机' }));
    expect(here()).toBe('/payManage');
  });

  it('offers the trial phone again where no answer came', async () => {
    [phones, cut] = [[], true];
    await renderIn(<ListPage />, { at: '/index' });
    const heading = await screen.findByRole('heading', { name: '还没有云手机' }, PATIENCE);
    const empty = within(heading.closest('section') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await screen.findByText('没有连上服务器，请检查网络后重试', undefined, PATIENCE)).toBeInTheDocument();
    cut = false;
    await userEvent.click(empty.getByRole('button', { name: '领取试用机' }));
    expect(await screen.findByText('试用机已到账', undefined, PATIENCE)).toBeInTheDocument();
  });
});
