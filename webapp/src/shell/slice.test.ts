import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeItem, layout, layoutDefaults, locale, size } from '@/core/storage';
import {
  itemChosen,
  type LayoutChange,
  layoutChanged,
  layoutSaved,
  shellReducer,
  sidebarToggled,
  sizeChosen,
  tabsStarted,
  tagsViewChosen,
  trailSet,
  viewRefreshed,
  viewsClosed,
  viewsForgotten,
  viewVisited,
} from './slice';

type State = ReturnType<typeof shellReducer>;
const fresh = (): State => shellReducer(undefined, { type: 'start' });
const stateAfter = (...actions: Parameters<typeof shellReducer>[1][]) => actions.reduce<State>(shellReducer, fresh());
const visited = (path: string, search = '', pinned = false) => viewVisited({ path, search, hash: '', pinned });
const storedLayout = () => JSON.parse(localStorage.getItem('layout-setting') ?? 'null');

const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test's own.
  document.cookie = 'size=; Path=/; Max-Age=0';
};
beforeEach(forget);
afterEach(forget);

describe('the layout', () => {
  it('begins with the defaults: no top navigation, tabs or fixed header, a logo, a dark side in the product’s blue', () => {
    expect(fresh().layout).toEqual({
      theme: '#409EFF',
      sideTheme: 'theme-dark',
      showSettings: true,
      topNav: false,
      tagsView: false,
      fixedHeader: false,
      sidebarLogo: true,
    });
    expect([fresh().size, locale.get()]).toEqual(['medium', 'zh-CN']);
  });

  it('changes at once, and is stored only when it is saved', () => {
    const changed = stateAfter(layoutChanged({ key: 'tagsView', value: true }));
    expect(changed.layout.tagsView).toBe(true);
    expect(storedLayout()).toBeNull();
    shellReducer(changed, layoutSaved());
    expect(storedLayout()).toEqual({ ...layoutDefaults, tagsView: true });
  });

  it('stores the tabs bar alone when it is chosen by itself', () => {
    const changed = stateAfter(layoutChanged({ key: 'theme', value: '#6959CD' }), tagsViewChosen(true));
    expect(changed.layout).toMatchObject({ theme: '#6959CD', tagsView: true });
    expect(storedLayout()).toEqual({ tagsView: true });
    expect(layout.get()).toEqual({ ...layoutDefaults, tagsView: true });
  });

  it('takes no key that it does not have', () => {
    const change = { key: 'dynamicTitle', value: true } as unknown as LayoutChange;
    expect(stateAfter(layoutChanged(change)).layout).toEqual(layoutDefaults);
  });

  it('keeps the appearance, which lies beside it', () => {
    localStorage.setItem('layout-setting', '{"mode":"dark"}');
    layout.set({ ...layoutDefaults, theme: '#11A983' });
    expect(storedLayout()).toMatchObject({ mode: 'dark', theme: '#11A983' });
  });

  it.each([
    '{"topNav":"yes","theme":"red","sideTheme":7,"tagsView":true}',
    '{"theme":"#12345","tagsView":true,"fixedHeader":null}',
  ])('falls back key by key: %s', (text) => {
    localStorage.setItem('layout-setting', text);
    expect(layout.get()).toEqual({ ...layoutDefaults, tagsView: true });
  });

  it.each(['', 'null', '[]', '7', '{'])('of nonsense is the default: %j', (text) => {
    localStorage.setItem('layout-setting', text);
    expect(layout.get()).toEqual(layoutDefaults);
  });
});

describe('the size', () => {
  it('is kept in a cookie', () => {
    expect(stateAfter(sizeChosen('mini')).size).toBe('mini');
    expect(size.get()).toBe('mini');
    expect(document.cookie).toContain('size=mini');
    expect(fresh().size).toBe('mini');
  });

  it('of nonsense is medium', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the test's own.
    document.cookie = 'size=huge; Path=/';
    expect(size.get()).toBe('medium');
  });
});

it('the chosen item is stored as the console’s family stores it', () => {
  expect(stateAfter(itemChosen('/payManage')).activeItem).toBe('/payManage');
  expect(localStorage.getItem('activeItem')).toBe('/payManage');
  expect(activeItem.get()).toBe('/payManage');
  expect(fresh().activeItem).toBe('/payManage');
});

it('the sidebar is as it was left', () => {
  expect(fresh().sidebarOpen).toBe(true);
  expect(stateAfter(sidebarToggled()).sidebarOpen).toBe(false);
  expect(document.cookie).toContain('sidebarStatus=0');
  const narrow = fresh();
  expect(narrow.sidebarOpen).toBe(false);
  expect(shellReducer(narrow, sidebarToggled()).sidebarOpen).toBe(true);
  expect(document.cookie).toContain('sidebarStatus=1');
});

describe('visited views', () => {
  it('take the name that the page gives itself, and come back with it after a reload', () => {
    const state = stateAfter(visited('/index', '', true), visited('/play', '?phoneId=7'), trailSet('主力-01'));
    expect(state.tabs.map(({ title }) => title)).toEqual([null, '主力-01']);
    const again = shellReducer(fresh(), tabsStarted({ pinned: ['/index'], permitted: ['/index', '/play'] }));
    expect(again.tabs).toEqual(state.tabs);
    expect(again.alive).toEqual([]);
  });

  it('are kept alive from their first visit until they are closed', () => {
    const state = stateAfter(visited('/index'), visited('/a'), viewsClosed({ path: '/a', which: 'current' }));
    expect(state.alive).toEqual(['/index']);
  });

  it('are made anew by each refresh', () => {
    expect(stateAfter(viewRefreshed('/a'), viewRefreshed('/a')).freshness).toEqual({ '/a': 2 });
  });

  it('are forgotten with the session', () => {
    const state = shellReducer(stateAfter(visited('/index'), visited('/a')), viewsForgotten());
    expect([state.tabs, state.alive]).toEqual([[], []]);
    expect(fresh().tabs).toEqual([]);
  });
});
