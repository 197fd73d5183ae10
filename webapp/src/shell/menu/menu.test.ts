import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { readRouters } from '@/app/permitted';
import { crumbsOf } from '../header/Trail';
import { findableOf, QUERY_MAX, searchAmong, titleOf } from '../palette/findable';
import { activePath, isRemembered, itemsOf, targetOf } from './menu';

const t = ((key: string) => key) as TFunction;
const page = (path: string, more: object = {}) => ({ path, component: 'phones/index', ...more });
const box = (path: string, title: string, children: object[], more: object = {}) => ({
  path,
  component: 'Layout',
  meta: { title },
  children,
  ...more,
});
const list = [
  {
    path: '/',
    component: 'Layout',
    children: [page('index'), { path: 'play', component: 'play/index', hidden: true }],
  },
  box('/one', 'One', [page('only'), page('hid', { hidden: true })]),
  box('/many', 'Many', [page('first'), page('second')], { redirect: 'noRedirect' }),
  box('/kept', 'Kept', [page('single')], { alwaysShow: true }),
  box('/empty', 'Empty', []),
  { path: 'https://help.example/', component: '', meta: { title: 'Help centre' } },
];
const { menu, routes } = readRouters(list);
const items = itemsOf(menu);

describe('the menu', () => {
  it('shows what is visible, and a single child in the place of its parent', () => {
    expect(items.map(({ entry, children }) => [entry.to, children.length])).toEqual([
      ['/index', 0],
      ['/one/only', 0],
      ['/many', 2],
      ['/kept', 1],
      ['https://help.example/', 0],
    ]);
  });

  it('opens the first page of a container', () => {
    expect(targetOf(items[2] as (typeof items)[0])).toBe('/many/first');
  });

  it('highlights the open page, else what that page marks, else the item chosen last, else home', () => {
    expect(activePath(items, '/many/second', '/index', '/index')).toBe('/many/second');
    expect(activePath(items, '/play', '/many/first', '/many/second')).toBe('/many/first');
    expect(activePath(items, '/play', '/gone', '/many/second')).toBe('/many/second');
    expect(activePath(items, '/play', null, '/many/second')).toBe('/many/second');
    expect(activePath(items, '/setting/about', null, '/many/second')).toBe('/setting/account');
    expect(activePath(items, '/play', null, '/gone')).toBe('/index');
    expect(activePath(items, '/play', null, null)).toBe('/index');
  });

  it('reads what a hidden page marks from the server, and nothing that is no path', () => {
    const marksOf = (activeMenu: unknown) =>
      readRouters([page('/play', { hidden: true, meta: { activeMenu } })]).routes[0]?.marks;
    expect(marksOf('/index')).toBe('/index');
    for (const wrong of [undefined, 5, 'index', 'https://x/']) expect(marksOf(wrong)).toBe(null);
  });

  it('remembers items, but never the account centre', () => {
    const visible = itemsOf(readRouters([page('/setting/account'), page('/personalCenter/accountCenter')]).menu);
    expect(isRemembered(items, '/many/first')).toBe(true);
    expect(isRemembered(items, '/play')).toBe(false);
    expect(isRemembered(visible, '/setting/account')).toBe(false);
    expect(isRemembered(visible, '/personalCenter/accountCenter')).toBe(false);
  });
});

describe('the breadcrumb', () => {
  const home = { title: 'home', to: '/index' };
  const of = (path: string, own: string | null = null) => {
    const trail = routes.find((route) => route.path === path)?.trail ?? [];
    return crumbsOf(trail, home, own, (entry) => ('text' in entry.title ? entry.title.text : entry.to)).map(
      ({ title, to }) => `${title}${to ? ` → ${to}` : ''}`,
    );
  };

  it('begins at home, unless the first is home', () => {
    expect(of('/index')).toEqual(['/index']);
    expect(of('/one/only')).toEqual(['home → /index', 'One → /one', '/one/only']);
  });

  it('has no link at its end, nor where a container cannot be opened', () => {
    expect(of('/many/first')).toEqual(['home → /index', 'Many', '/many/first']);
  });

  it('ends with what the page calls itself', () => {
    expect(of('/play', '主力-01')).toEqual(['home → /index', '主力-01']);
  });

  it('leaves out what has no place in it', () => {
    const away = readRouters([
      box('/x', 'X', [page('y')], { meta: { title: 'X', breadcrumb: false } }),
      box('/redirect/z', 'Z', [page('q')]),
    ]);
    const words = (path: string) =>
      crumbsOf(away.routes.find((route) => route.path === path)?.trail ?? [], home, null, () => 'word').length;
    expect(words('/x/y')).toBe(2);
    expect(words('/redirect/z/q')).toBe(1);
  });
});

describe('the search', () => {
  const found = findableOf(menu, t);

  it('finds titles with their way, not what is hidden or cannot be opened', () => {
    expect(found.map(titleOf)).toEqual([
      'pages.phones',
      'One',
      'One > pages.phones',
      'Many > pages.phones',
      'Many > pages.phones',
      'Kept',
      'Kept > pages.phones',
      'Help centre',
    ]);
  });

  it('forgives a slip, and counts the title more than the path', () => {
    const among = [
      { titles: ['Orders'], path: '/cloud' },
      { titles: ['Cloud Phone'], path: '/index' },
      { titles: ['Recycle bin'], path: '/bin' },
    ];
    const search = searchAmong(among);
    expect(search('cluod').map(({ path }) => path)[0]).toBe('/index');
    expect(search('cloud').map(({ path }) => path)).toEqual(['/index', '/cloud']);
    expect(search('bin').map(({ path }) => path)[0]).toBe('/bin');
    expect(search('zzzz')).toEqual([]);
  });

  it('begins with one character and looks at the first 32', () => {
    const search = searchAmong([{ titles: ['x'.repeat(QUERY_MAX)], path: '/x' }]);
    expect(search('x')).toHaveLength(1);
    expect(search(`${'x'.repeat(QUERY_MAX)}${'q'.repeat(200)}`)).toHaveLength(1);
  });
});
