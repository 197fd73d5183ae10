// The frame with every part in it: antd's deprecations are said only where NODE_ENV is not production, as here; test/setup.ts fails on each.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { layoutDefaults } from '@/core/storage';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { itemsOf } from '../menu/menu';
import PhoneMenu from '../menu/PhoneMenu';
import { itemChosen, layoutChanged, overlayShown, viewsForgotten } from '../slice';
import { Frame } from './Frame';

const page = (path: string, component: string, hidden = false) => ({ path, component, hidden });
const answers: Record<string, object> = {
  getRouters: {
    code: 200,
    msg: '',
    data: [
      page('/index', 'phones/index'),
      page('/gallery', 'ui/gallery'),
      page('/setting/account', 'member/account', true),
      page('/notice', 'notices/index', true),
    ],
  },
  getInfo: {
    code: 200,
    msg: '',
    user: { userId: 7, userName: 'admin', nickName: '', phonenumber: '', avatar: '' },
    roles: ['admin'],
    permissions: ['*:*:*'],
  },
  currentMemberInfo: {
    code: 0,
    msg: '',
    data: { userId: 7, phone: '138****0000', userName: 'admin', avatar: '', avatarList: [] },
  },
  'my-page': { code: 0, msg: '', data: { list: [], total: 0 } },
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (address: string) => {
    const call = new URL(address, 'http://owl.example').pathname.split('/').at(-1) ?? '';
    // A call that is not named is never answered: a page that is loaded late waits for it, and draws nothing of what is not there.
    return call in answers ? Response.json(answers[call]) : new Promise<Response>(() => {});
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(overlayShown(null));
  store.dispatch(viewsForgotten());
  store.dispatch(itemChosen('/index'));
  for (const key of ['tagsView', 'topNav'] as const) store.dispatch(layoutChanged({ key, value: layoutDefaults[key] }));
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const lay = (key: 'tagsView' | 'topNav') => store.dispatch(layoutChanged({ key, value: true }));
const labelled = (label: string) => screen.getAllByLabelText(label)[0] as HTMLElement;
const shown = () => waitFor(() => expect(document.querySelector('main h1')).toHaveTextContent('部件'));
const dropDown = (of: string) => waitFor(() => expect(document.querySelector(of)).not.toBeNull());

describe('with every part in it, the frame has nothing to complain of', () => {
  it('on a desk, its drop-downs opened', async () => {
    windowOf({ wide: true });
    lay('tagsView');
    await renderIn(<Frame />, { at: '/gallery' });
    await shown();
    await waitFor(() => expect(document.querySelectorAll('main table').length).toBeGreaterThan(1));
    await screen.findByLabelText('标签操作');
    for (const label of ['尺寸：中等', '账号菜单', '标签操作']) {
      fireEvent.click(labelled(label));
      await dropDown('.ant-dropdown-menu');
    }
    fireEvent.click(labelled('显示的列'));
    await dropDown('.ant-popover fieldset');
    fireEvent.mouseDown(labelled('每页条数'));
    await dropDown('.ant-select-dropdown');
  });

  it('on a phone, its menu opened', async () => {
    windowOf({});
    await renderIn(<Frame />, { at: '/gallery' });
    await shown();
    await screen.findByLabelText('表格');
    fireEvent.click(labelled('菜单'));
    await dropDown('.ant-drawer nav');
  });
});

describe('the icon of the active item', () => {
  const strokes = async (place: HTMLElement) => {
    const items = await within(place).findAllByRole('link');
    return items
      .filter((item) => /云手机|部件/.test(item.textContent ?? ''))
      .map((item) => item.querySelector('svg')?.getAttribute('stroke-width'));
  };
  const navigation = () => screen.findByRole('navigation', { name: '主导航' });

  it('is heavier in the sidebar', async () => {
    windowOf({ wide: true });
    await renderIn(<Frame />, { at: '/notice' });
    expect(await strokes(await navigation())).toEqual(['2.4', '1.6']);
  });

  it('is none where the page is refused', async () => {
    windowOf({ wide: true });
    await renderIn(<Frame />, { at: '/404' });
    expect(await strokes(await navigation())).toEqual(['1.6', '1.6']);
  });

  it('is heavier in the phone’s menu', async () => {
    windowOf({});
    await renderIn(<Frame />, { at: '/notice' });
    await userEvent.click(await screen.findByRole('button', { name: '菜单' }));
    expect(await strokes(await navigation())).toEqual(['2.4', '1.6']);
  });
});

it('on a phone the pages of a group stand below its title', async () => {
  const children = [page('first', 'phones/index'), page('second', 'notices/index')];
  const group = { ...page('/many', 'Layout'), redirect: 'noRedirect', meta: { title: 'about' }, children };
  const { menu, routes } = readRouters([page('/index', 'phones/index'), group]);
  await renderIn(<PhoneMenu open items={itemsOf(menu)} routes={routes} active="/many/second" onDone={() => {}} />);
  const title = await screen.findByText('关于我们');
  const below = within(title.parentElement as HTMLElement).getAllByRole('link');
  expect(below.map((each) => each.textContent)).toEqual(['云手机', '消息']);
  expect(below[1]).toHaveAttribute('aria-current', 'page');
});

it('a menu that is open on a phone is shut once the window was a desk’s', async () => {
  const turn = windowOf({});
  await renderIn(<Frame />, { at: '/nowhere' });
  await userEvent.click(await screen.findByRole('button', { name: '菜单' }));
  expect(await screen.findByRole('dialog', { name: '菜单' })).toBeInTheDocument();
  act(() => turn({ wide: true }));
  expect(await screen.findByRole('button', { name: '收起侧栏' })).toBeInTheDocument();
  act(() => turn({ wide: false }));
  expect(await screen.findByRole('button', { name: '菜单' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: '菜单' })).toBeNull();
});

it('with the menu in the header and nothing beside the page, the member’s corner has what it always has', async () => {
  windowOf({ wide: true });
  lay('topNav');
  await renderIn(<Frame />, { at: '/nowhere' });
  await screen.findByRole('link', { name: '部件' });
  expect(document.querySelector('[data-side]')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '账号菜单' }));
  const entries = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
  expect(entries).toEqual(['账号中心', '消息', '布局设置', '快捷键', '反馈', '退出登录']);
});
