import { describe, expect, it } from 'vitest';
import { addressOf, type Closing, close, isTabs, leadsTo, MAX_TABS, restored, type Tab, visit } from './tabs';

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  path,
  search: '',
  hash: '',
  title: null,
  pinned: false,
  ...more,
});
const home = tab('/index', { pinned: true });
const bar = [home, tab('/a'), tab('/b'), tab('/c')];
const paths = (tabs: readonly Tab[]) => tabs.map(({ path }) => path).join(' ');

describe('a visit', () => {
  it('opens a tab at the end, once', () => {
    expect(paths(visit(bar, tab('/d')))).toBe('/index /a /b /c /d');
    expect(paths(visit(bar, tab('/b')))).toBe('/index /a /b /c');
  });

  it('keeps the newest query, and the name only with the same one', () => {
    const named = [tab('/play', { search: '?phoneId=1', title: '主力-01' })];
    expect(visit(named, tab('/play', { search: '?phoneId=1' }))[0]?.title).toBe('主力-01');
    expect(visit(named, tab('/play', { search: '?phoneId=2' }))[0]).toEqual(tab('/play', { search: '?phoneId=2' }));
  });

  it('to one page too many closes the oldest that is not pinned', () => {
    const full = [home, ...Array.from({ length: MAX_TABS - 1 }, (_, i) => tab(`/p${i}`))];
    expect(full).toHaveLength(MAX_TABS);
    const more = visit(full, tab('/new'));
    expect(more).toHaveLength(MAX_TABS);
    expect(more.some(({ path }) => path === '/p0')).toBe(false);
    expect([more[0]?.path, more[more.length - 1]?.path]).toEqual(['/index', '/new']);
  });
});

describe('closing', () => {
  it.each<[Closing, string, string]>([
    ['current', '/b', '/index /a /c'],
    ['others', '/b', '/index /b'],
    ['right', '/a', '/index /a'],
    ['all', '/b', '/index'],
    ['current', '/index', '/index /a /b /c'],
    ['others', '/index', '/index'],
    ['all', '/nowhere', '/index /a /b /c'],
  ])('%s at %s leaves %s', (which, path, left) => {
    expect(paths(close(bar, path, which))).toBe(left);
  });

  it('spares every pinned tab', () => {
    const two = [home, tab('/a'), tab('/b', { pinned: true })];
    expect(paths(close(two, '/a', 'right'))).toBe('/index /a /b');
    expect(paths(close(two, '/a', 'all'))).toBe('/index /b');
  });

  it('leads to the last tab when the open one is gone, home when none is left, and nowhere otherwise', () => {
    expect(leadsTo(close(bar, '/b', 'current'), '/b', '/b', '/index')).toBe('/c');
    expect(leadsTo(close(bar, '/b', 'current'), '/b', '/a', '/index')).toBeNull();
    expect(leadsTo(close([tab('/a')], '/a', 'all'), '/a', '/a', '/index')).toBe('/index');
    expect(leadsTo(close(bar, '/a', 'others'), '/a', '/c', '/index')).toBe('/a');
  });

  it('leads back to where the tab was, query and all', () => {
    expect(addressOf(tab('/play', { search: '?phoneId=7', hash: '#x' }))).toBe('/play?phoneId=7#x');
  });
});

describe('after a reload', () => {
  it('pinned tabs come first, and pages that are gone are left out', () => {
    const left = [tab('/gone'), tab('/a', { search: '?q=1' }), tab('/index', { search: '?sort=2' })];
    const again = restored(['/index'], left, (path) => path !== '/gone');
    expect(again).toEqual([tab('/index', { search: '?sort=2', pinned: true }), tab('/a', { search: '?q=1' })]);
  });

  it.each([
    null,
    {},
    [null],
    [{ ...tab('/a'), path: '//evil.example' }],
    [{ ...tab('/a'), path: 'javascript:alert(1)' }],
    [{ ...tab('/a'), search: 'x' }],
    [{ ...tab('/a'), pinned: 'yes' }],
    Array.from({ length: MAX_TABS + 1 }, (_, i) => tab(`/p${i}`)),
  ])('nonsense is no list of tabs: %j', (value) => {
    expect(isTabs(value)).toBe(false);
  });

  it('what was kept is', () => {
    expect(isTabs(JSON.parse(JSON.stringify(bar)))).toBe(true);
  });
});
