import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { noticesCounted } from '@/features/live/noticeCount';
import { sampleShelf } from '@/features/orders/shelf.test-kit';
import type { Phone } from '@/features/phones/api';
import { NOW, samplePhone } from '@/features/phones/sample.test-kit';
import { viewsForgotten, viewVisited } from '@/shell/slice';
import TabsBar from '@/shell/tabs/TabsBar';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import type { Message } from './api';
import NoticesPage from './NoticesPage';
import SeeNoticePage from './SeeNoticePage';
import { UNDO_MS } from './useRemoval';

let sent: { name: string; url: string; body: unknown }[] = [];
let messages: Message[] = [];
let refused = false;
let phones: Phone[] = [];
/** Removals that wait for the way back to close: it closes when the test says so, however slow the machine. */
let waiting: (() => void)[] = [];

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  title: `消息 ${id}`,
  contentType: 2,
  content: `内容 ${id}`,
  html: `<p>内容 ${id}</p>`,
  picture: '',
  type: 1,
  aboutPhoneIds: [],
  phoneIds: [],
  readStatus: false,
  readTime: null,
  createTime: 1_795_000_000_000 - id,
  ...more,
});
const unread = () => messages.filter(({ readStatus }) => !readStatus).length;
const counts = () => ({
  total: messages.length,
  unread: unread(),
  kinds: [1, 2, 3, 4].map((type) => ({
    type,
    total: messages.filter((each) => each.type === type).length,
    unread: messages.filter((each) => each.type === type && !each.readStatus).length,
  })),
});
const read = (which: (each: Message) => boolean) => {
  messages = messages.map((each) => (which(each) ? { ...each, readStatus: true } : each));
};

beforeEach(() => {
  // The clock stands: a toast, whose link is pressed here, goes by it after a few seconds.
  vi.useFakeTimers({ toFake: ['Date'] });
  phones = [];
  [sent, refused, waiting, messages] = [[], false, [], [message(1), message(2), message(3, { readStatus: true })]];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { setTimeout } = window;
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== UNDO_MS) return setTimeout(run, ms);
    return waiting.push(run);
  }) as typeof setTimeout);
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const path = url.split('?')[0] ?? '';
    const name = operationOf(url, init.method);
    const body = init.body ? (JSON.parse(init.body) as { ids: number[] }) : null;
    sent.push({ name, url, body });
    const id = Number(/\/info\/(\d+)$/.exec(path)?.[1]);
    if (refused) return new Response(JSON.stringify({ code: AnswerCode.NOTICE_ABSENT, msg: '消息不存在', data: null }));
    if (name === 'read_message') read((each) => each.id === id);
    if (name === 'read_all_messages') read(() => true);
    if (name === 'remove_messages') messages = messages.filter((each) => !body?.ids.includes(each.id));
    const answers: Record<string, unknown> = {
      list_messages: { list: messages.slice(0, 10), total: messages.length },
      count_unread: unread(),
      count_messages: counts(),
      read_message: messages.find((each) => each.id === id),
      list_phones: { list: phones, total: phones.length, notFound: [], now: NOW, summary: {} },
      list_configurations: sampleShelf(),
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  store.dispatch(noticesCounted(2));
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  store.dispatch(noticesCounted(0));
  store.dispatch(viewsForgotten());
  endSession('left');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const calls = (name: string) => sent.filter((each) => each.name === name);
const counted = () => store.getState().live.noticeCount;
/** Cards, as on a phone: here no window is wide. */
const rows = () => {
  const list = screen.getByRole('list', { name: '消息', hidden: true });
  return within(list).getAllByRole('listitem', { hidden: true });
};
const open = async (at = '/notice') => {
  const shown = await renderIn(<NoticesPage />, { at });
  await screen.findByRole('button', { name: '查看 消息 1' });
  return shown;
};

/** The page of each address. */
function Both() {
  return useLocation().pathname === '/notice' ? <NoticesPage /> : <SeeNoticePage />;
}

describe('the messages', () => {
  it('say which are unread, ten on a page unless another size is asked for', async () => {
    await open();
    expect(screen.getByText('2 条未读')).toBeVisible();
    expect(rows().map((row) => within(row).queryByText('未读') !== null)).toEqual([true, true, false]);
    expect(calls('list_messages')[0]?.url).toMatch(/pageNo=1&pageSize=10$/);
  });

  it('are opened at an address of their own, which keeps the question to the list', async () => {
    await open('/notice?type=1&size=20');
    await userEvent.click(screen.getByRole('button', { name: '查看 消息 2' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/seeNotice?id=2&type=1&size=20');
  });

  it('are asked for by kind and by whether they were read, which the address says', async () => {
    messages = [message(1), message(2, { type: 2 }), message(3, { type: 4, readStatus: true })];
    await open();
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('通知'),
      expect.stringContaining('反馈回复'),
      expect.stringContaining('已到期'),
    ]);
    await userEvent.click(screen.getByRole('radio', { name: /^反馈回复/ }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/notice?type=2');
    fireEvent.click(screen.getByRole('radio', { name: /未读/ }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/notice?type=2&read=unread');
    await waitFor(() =>
      expect(calls('list_messages').at(-1)?.url).toMatch(/pageNo=1&pageSize=10&type=2&readStatus=false$/),
    );
  });

  it('of no kind that is asked for lead back to all', async () => {
    messages = [];
    await renderIn(<NoticesPage />, { at: '/notice?type=3' });
    expect(await screen.findByText('没有符合条件的消息')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '看全部' }));
    expect(screen.getByLabelText('here')).toHaveTextContent(/^\/notice$/);
  });

  it('are all read by one button, which says why it does nothing more', async () => {
    await open();
    const button = screen.getByRole('button', { name: '全部已读' });
    await userEvent.click(button);
    await waitFor(() => expect(counted()).toBe(0));
    await waitFor(() => expect(button).toBeDisabled());
    expect(button).toHaveAttribute('title', '没有未读消息');
    await waitFor(() => expect(rows().every((row) => within(row).queryByText('未读') === null)).toBe(true));
    expect(calls('read_all_messages')).toHaveLength(1);
  });

  it('come by themselves when the count rises', async () => {
    await open();
    messages = [message(9), ...messages];
    act(() => void store.dispatch(noticesCounted(3)));
    expect(await screen.findByRole('button', { name: '查看 消息 9' })).toBeVisible();
  });

  it('follow what was read in another window, with the counts of the chips', async () => {
    messages = [message(1), message(2, { type: 4 }), message(3, { readStatus: true })];
    await open();
    const chips = () => screen.getAllByRole('radio').map((chip) => chip.closest('label')?.textContent);
    await waitFor(() => expect(chips().slice(0, 5)).toEqual(['全部3', '通知2', '反馈回复0', '到期提醒0', '已到期1']));
    expect(screen.getByText('只看未读 2')).toBeVisible();
    read(({ id }) => id === 1);
    act(() => void store.dispatch(noticesCounted(1)));
    await waitFor(() => expect(screen.getByText('只看未读 1')).toBeVisible());
    expect(rows().map((row) => within(row).queryByText('未读') !== null)).toEqual([false, true, false]);
  });

  it.each(['9999999999999999999', 'x', '-1'])('open none for a strange id: %s', async (id) => {
    await renderIn(<SeeNoticePage />, { at: `/seeNotice?id=${id}` });
    await screen.findByRole('button', { name: '查看 消息 1' });
    expect(calls('read_message')).toEqual([]);
  });

  it('say that there is none', async () => {
    messages = [];
    await renderIn(<NoticesPage />, { at: '/notice' });
    expect(await screen.findByText('没有消息')).toBeVisible();
  });
});

describe('one message', () => {
  const see = (at: string) => renderIn(<Both />, { at });

  it('gives its tab its own title, beside the tab of the list', async () => {
    for (const path of ['/notice', '/seeNotice']) {
      store.dispatch(viewVisited({ path, search: path === '/notice' ? '' : '?id=2', hash: '', pinned: false }));
    }
    await renderIn(
      <>
        <TabsBar routes={[]} path="/seeNotice" />
        <Both />
      </>,
      { at: '/seeNotice?id=2' },
    );
    const tabs = within(screen.getByRole('navigation', { name: '打开的页面' }));
    const tab = await tabs.findByRole('link', { name: '消息 2' });
    expect(tab).toHaveAttribute('title', '消息 2');
    expect(tabs.getAllByRole('link').map((each) => each.textContent)).toEqual(['/notice', '消息 2']);
  });

  it('is read by opening it, and counted at once', async () => {
    await see('/seeNotice?id=2');
    const heading = await screen.findByRole('heading', { name: '消息 2' });
    await waitFor(() => expect(heading).toHaveFocus());
    await waitFor(() => expect(counted()).toBe(1));
    expect(calls('read_message')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '返回消息列表' }));
    expect(screen.getByLabelText('here')).toHaveTextContent(/^\/notice$/);
  });

  it('shows the phones that it is about, and what their renewal costs beside the way to it', async () => {
    // Of the three one is no longer the member's.
    phones = [
      samplePhone({ phoneId: 5, phoneAlias: '直播间' }),
      samplePhone({ phoneId: 6, phoneAlias: '备用', configurationId: 2 }),
    ];
    messages = [message(2, { type: 3, aboutPhoneIds: [5, 6, 7], phoneIds: [5, 6, 7] })];
    await see('/seeNotice?id=2');
    const list = await screen.findByRole('list', { name: '涉及的云手机' });
    expect(within(list).getByText('直播间')).toBeVisible();
    expect(within(list).getByText('备用')).toBeVisible();
    expect(calls('list_phones').map(({ body }) => body)).toEqual([{ phoneIds: [5, 6, 7] }]);
    // 30 days of each: ¥45 and ¥90.
    expect(await screen.findByText('2 台续费 30 天')).toBeVisible();
    expect(screen.getByText('合计').nextSibling).toHaveTextContent('¥135');
    await userEvent.click(screen.getByRole('button', { name: '续费 3 台' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/renewManage?phoneIds=5,6,7');
  });

  it('that asks for no renewal has no price', async () => {
    phones = [samplePhone({ phoneId: 5, phoneAlias: '直播间' })];
    messages = [message(2, { aboutPhoneIds: [5] })];
    await see('/seeNotice?id=2');
    expect(await screen.findByText('直播间')).toBeVisible();
    expect(screen.queryByText('合计')).toBeNull();
    expect(screen.queryByRole('button', { name: /续费/ })).toBeNull();
    expect(calls('list_configurations')).toEqual([]);
  });

  it('leads to its neighbours', async () => {
    await see('/seeNotice?id=2');
    await screen.findByRole('heading', { name: '消息 2' });
    await waitFor(() => expect(screen.getByRole('button', { name: '下一条' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: '下一条' }));
    expect(await screen.findByRole('heading', { name: '消息 3' })).toBeVisible();
    expect(screen.getByLabelText('here')).toHaveTextContent('/seeNotice?id=3');
    expect(screen.getByRole('button', { name: '下一条' })).toBeDisabled();
  });

  it('shows marks and links, and nothing that runs or leads astray', async () => {
    messages = [
      message(1, {
        html: '<p>今晚 <b>两点</b> <a href="https://e.x/">详情</a><a href="javascript:x()">坏</a><img src=x onerror=x()><script>x()</script><i onclick="x()">歪</i></p>',
      }),
    ];
    await see('/seeNotice?id=1');
    const link = await screen.findByRole('link', { name: '详情' });
    expect(link).toHaveAttribute('href', 'https://e.x/');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.getByText('两点').localName).toBe('b');
    expect(screen.getByText('歪')).not.toHaveAttribute('onclick');
    const article = screen.getByRole('article');
    expect(article).toHaveTextContent('坏');
    expect(screen.queryByRole('link', { name: '坏' })).toBeNull();
    expect(article.querySelector('img, script')).toBeNull();
    expect(article).not.toHaveTextContent('x()');
  });

  it('may be a picture of this server, with its title in words', async () => {
    messages = [message(1, { contentType: 1, content: '', html: '', picture: '/a.png' })];
    await see('/seeNotice?id=1');
    expect(await screen.findByRole('img', { name: '消息 1' })).toHaveAttribute('src', '/a.png');
  });

  it('is removed from its own page, and can be taken back in the list', async () => {
    await see('/seeNotice?id=2');
    await screen.findByRole('heading', { name: '消息 2' });
    await userEvent.click(screen.getByRole('button', { name: '删除' }));
    expect(screen.getByLabelText('here')).toHaveTextContent(/^\/notice$/);
    await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
    expect(await screen.findByRole('button', { name: '查看 消息 2' })).toBeVisible();
    expect(calls('remove_messages')).toEqual([]);
  });
});

describe('removing a message', () => {
  it('takes it from view at once and can be undone', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: '删除 消息 1' }));
    expect(screen.queryByRole('button', { name: '查看 消息 1' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
    expect(await screen.findByRole('button', { name: '查看 消息 1' })).toBeVisible();
    expect(calls('remove_messages')).toEqual([]);
  });

  it('reaches the server when nobody undoes it', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: '删除 消息 1' }));
    expect(calls('remove_messages')).toEqual([]);
    act(() => waiting[0]?.());
    await waitFor(() => expect(calls('remove_messages').map(({ body }) => body)).toEqual([{ ids: [1] }]));
    await waitFor(() => expect(counted()).toBe(1));
    expect(screen.queryByRole('button', { name: '查看 消息 1' })).toBeNull();
  });

  it('reaches the server when the page is left', async () => {
    const { unmount } = await open();
    await userEvent.click(screen.getByRole('button', { name: '删除 消息 2' }));
    unmount();
    await waitFor(() => expect(calls('remove_messages').map(({ body }) => body)).toEqual([{ ids: [2] }]));
  });

  it('that the server refuses brings it back and says so', async () => {
    await open();
    refused = true;
    await userEvent.click(screen.getByRole('button', { name: '删除 消息 1' }));
    act(() => waiting[0]?.());
    expect(await screen.findByText('消息没有删除')).toBeVisible();
    expect(await screen.findByRole('button', { name: '查看 消息 1' })).toBeVisible();
  });
});
