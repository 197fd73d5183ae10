import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { noticesCounted } from '@/features/live/noticeCount';
import { renderIn } from '@/test/render';
import { itemsOf } from '../menu/menu';
import TopMenu, { visibleItems } from '../menu/TopMenu';
import { SizeSwitch } from '../settings/SizeSwitch';
import { FullscreenSwitch } from '../settings/switches';
import { overlayShown, sizeChosen } from '../slice';
import { CONTEXT_MENU_PX, wheelStep } from '../tabs/TabsBar';
import { Contacts } from './Contacts';
import { badgeText, NoticeBadge } from './NoticeBadge';
import { UserMenu, UserName } from './UserMenu';

const ownDress = {
  text: '',
  main: '',
  leftBg: '',
  welcomeText: '',
  registerType: '',
  renewRedesign: 0,
  loginWay: 'phone',
  serviceUrl: '',
};
const page = (path: string, more: object = {}) => ({ path, component: 'phones/index', ...more });
const link = (path: string, title: string) => ({ path, component: '', meta: { title } });

describe('the badge of unread notices', () => {
  it.each([
    [-1, null],
    [0, null],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('of %d says %s', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });

  it('leads to the notices', async () => {
    store.dispatch(noticesCounted(100));
    await renderIn(<NoticeBadge routes={readRouters([page('/notice')]).routes} />);
    await userEvent.click(screen.getByRole('link', { name: '99+ 条未读消息' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/notice');
  });

  it('is absent without a page of notices', async () => {
    await renderIn(<NoticeBadge routes={readRouters([page('/index')]).routes} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('whom one can turn to', () => {
  const answering = (list: object[], serviceUrl = '') =>
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json({
        code: 0,
        msg: '',
        data: url.includes('/customer-service/page?pageNo=1&pageSize=1&type=2')
          ? { list, total: list.length }
          : { ...ownDress, serviceUrl },
      }),
    );
  const contact = { id: 1, type: 2, account: '88213', htmlCode: 'https://qun.example/88213' };
  afterEach(() => {
    store.dispatch(api.util.resetApiState());
    vi.unstubAllGlobals();
  });

  it.each([
    ['zh-CN', '官方群 88213', '加入官方群 88213', '在线客服'],
    ['en-US', 'Group 88213', 'Join group 88213', 'Online service'],
  ] as const)('is the group with a link to join, and the help centre, in %s', async (lang, line, join, help) => {
    answering([contact], 'https://help.example/');
    await renderIn(<Contacts />, { lang });
    expect(await screen.findByText(line)).toBeInTheDocument();
    for (const [name, address] of [
      [join, 'https://qun.example/88213'],
      [help, 'https://help.example/'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', address);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  it.each([
    [[]],
    [[{ ...contact, htmlCode: 'javascript:alert(1)' }]],
    [[{ ...contact, htmlCode: '' }]],
    [[{ ...contact, htmlCode: 'data:text/html,x' }]],
  ])('is nobody where there is no address that may be opened: %j', async (list) => {
    answering(list);
    await renderIn(<Contacts />);
    await waitFor(() => expect(api.endpoints).toHaveProperty('getGroup'));
    await waitFor(() =>
      expect(Object.values(store.getState().api.queries).every((query) => query?.status === 'fulfilled')).toBe(true),
    );
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the top menu', () => {
  it.each([
    [1440, 5],
    [1019, 3],
    [1020, 4],
    [992, 3],
  ])('of a window of %d px shows %d', (width, count) => {
    expect(visibleItems(width)).toBe(count);
  });

  it('puts what is beyond its room under "more", and opens addresses outside in a tab of their own', async () => {
    vi.stubGlobal('innerWidth', 600);
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const list = [page('/index'), link('https://a.example/', 'A'), link('https://b.example/', 'B'), page('/later')];
    await renderIn(<TopMenu items={itemsOf(readRouters(list).menu)} active="/index" />, { lang: 'en-US' });
    const shown = screen.getAllByRole('link').map((each) => each.textContent);
    expect(shown).toEqual(['Cloud Phone', 'A']);
    expect(screen.getByRole('link', { name: 'Cloud Phone' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'A' })).toHaveAttribute('target', '_blank');
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'B' }));
    expect(opened).toHaveBeenCalledWith('https://b.example/', '_blank', 'noopener,noreferrer');
  });
});

describe('the strip of tabs', () => {
  it('moves by a quarter of the wheel', () => {
    expect(wheelStep({ deltaX: 0, deltaY: 120, deltaMode: 0 })).toBe(30);
    expect(wheelStep({ deltaX: 0, deltaY: -120, deltaMode: 0 })).toBe(-30);
    expect(wheelStep({ deltaX: 0, deltaY: 3, deltaMode: 1 })).toBe(30);
    expect(wheelStep({ deltaX: 8, deltaY: 0, deltaMode: 0 })).toBe(2);
  });

  it('has context menus of 105 px', () => expect(CONTEXT_MENU_PX).toBe(105));
});

describe('the member’s corner', () => {
  const { routes } = readRouters([page('/index'), page('/setting/account'), page('/notice')]);
  const answering = (data: object) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json({ code: 0, msg: '', data })),
    );
  afterEach(() => {
    store.dispatch(api.util.resetApiState());
    store.dispatch(overlayShown(null));
    vi.unstubAllGlobals();
  });
  const open = async (own = routes) => {
    await renderIn(<UserMenu routes={own} />, { lang: 'en-US' });
    await userEvent.click(screen.getByRole('button', { name: 'Account menu' }));
    return (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
  };

  it('has seven entries in an order of their own, where the member may open them all', async () => {
    answering({ userId: 7, phone: '138****0000', userName: '', avatar: '', avatarList: [] });
    const own = ['notice', 'recycleBin', 'redemptionCode', 'empowerPhoneList', 'orderRecords', 'uploadRecords'];
    expect(await open(readRouters(own.map((path) => page(`/${path}`))).routes)).toEqual([
      'Upload records',
      'Order records',
      'Authorization management',
      'Redemption code',
      'Recycle bin',
      'Messages',
      'Layout settings',
      'Keyboard shortcuts',
      'Feedback',
      'Sign out',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Authorization management' }));
    expect(store.getState().shell.overlay).toBe('sharing');
  });

  it('has the account centre first, and opens it and feedback', async () => {
    answering({ userId: 7, phone: '138****0000', userName: '', avatar: '', avatarList: [] });
    expect(await open()).toEqual([
      'Account',
      'Messages',
      'Layout settings',
      'Keyboard shortcuts',
      'Feedback',
      'Sign out',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Feedback' }));
    expect(store.getState().shell.overlay).toBe('feedback');
    await userEvent.click(screen.getByRole('button', { name: 'Account menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Account' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/setting/account');
  });

  it('shows the third picture of the member', async () => {
    const avatarList = ['/a-64.png', '/a-128.png', '/a-256.png'].map((avatarUrl) => ({ avatarUrl }));
    answering({ userId: 7, phone: '138****0000', userName: '', avatar: '/a.png', avatarList });
    const { container } = await renderIn(<UserName />);
    await screen.findByText('ID 7');
    expect(container.querySelector('img')?.getAttribute('src')).toBe(`${window.location.origin}/a-256.png`);
  });
});

it('a size is stored, and opens the current view afresh', async () => {
  await renderIn(<SizeSwitch />, { at: '/index?q=1', lang: 'en-US' });
  await userEvent.click(screen.getByRole('button', { name: 'Size: Medium' }));
  expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
    'Default',
    'Medium',
    'Small',
    'Mini',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mini' }));
  expect(document.cookie).toContain('size=mini');
  expect(screen.getByLabelText('here')).toHaveTextContent('/redirect/index?q=1');
  store.dispatch(sizeChosen('medium'));
});

it('a browser without full screen is told so', async () => {
  await renderIn(<FullscreenSwitch />);
  fireEvent.click(screen.getByRole('button', { name: '全屏' }));
  expect(await screen.findByText('浏览器不支持全屏')).toBeInTheDocument();
  store.dispatch(overlayShown(null));
});
