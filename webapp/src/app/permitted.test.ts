import { describe, expect, it } from 'vitest';
import { matchRoute } from './matchRoute';
import { permittedRoutes, readRouters } from './permitted';

const entry = (path: string, component: string, more: object = {}) => ({
  name: path,
  path,
  component,
  hidden: false,
  ...more,
});
const seen = (list: unknown) => permittedRoutes(list).map(({ path, hidden }) => [path, hidden]);

describe("the server's router list", () => {
  it('becomes pages, with the paths of parents before those of children', () => {
    const list = [
      entry('/', 'Layout', {
        children: [
          entry('index', 'phones/index'),
          entry('/play', 'play/index', { hidden: true }),
          entry('groupControl', 'play/group', { hidden: true }),
        ],
      }),
      entry('/more', 'ParentView', { hidden: true, children: [entry('phones', 'phones/index')] }),
    ];
    expect(seen(list)).toEqual([
      ['/index', false],
      ['/play', true],
      ['/groupControl', true],
      ['/more/phones', true],
    ]);
  });

  it('cannot name what the map does not know', () => {
    const strange = ['../x', '__proto__', 'constructor', 'toString', 'https://evil.example/a.js'];
    expect(seen(strange.map((component, i) => entry(`/p${i}`, component)))).toEqual([]);
  });

  it('cannot make a path that is none', () => {
    const strange = ['//evil.example', '/a?b', '/:id', '/*', 'javascript:alert(1)', '/a/../b', ''];
    expect(seen(strange.map((path) => entry(path, 'phones/index')))).toEqual([]);
  });

  it.each([null, undefined, 'x', 7, {}, [null], [[]], [{ path: 5 }], [{ path: '/a', children: 'x' }]])(
    'of nonsense permits nothing and breaks nothing: %j',
    (list) => {
      expect(seen(list)).toEqual([]);
    },
  );

  it('is bounded in number and depth', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => entry(`/p${i}`, 'phones/index'));
    expect(seen(many)).toHaveLength(200);
    const nested = (depth: number): object =>
      depth === 0 ? entry('leaf', 'phones/index') : entry(`d${depth}`, 'ParentView', { children: [nested(depth - 1)] });
    expect(seen([entry('/', 'Layout', { children: [nested(7)] })])).toHaveLength(1);
    expect(seen([entry('/', 'Layout', { children: [nested(8)] })])).toHaveLength(0);
  });
});

describe('what stands at a path', () => {
  const access = readRouters([
    entry('/', 'Layout', {
      redirect: '/index',
      children: [entry('index', 'phones/index', { meta: { affix: true, title: 'x' } })],
    }),
    entry('/setting', 'Layout', {
      redirect: '/setting/list',
      meta: { title: 'setting' },
      children: [entry('list', 'phones/index', { meta: { noCache: true } })],
    }),
    entry('/loop', 'Layout', { redirect: '/loop', meta: { title: 'Loop' }, children: [] }),
    entry('/away', 'Layout', { redirect: '//evil.example', meta: { title: 'Away' }, children: [] }),
  ]);

  it('is a page, with its way from the outermost container', () => {
    const found = matchRoute(access, '/setting/list');
    expect(found.kind === 'page' && found.route.trail.map(({ to }) => to)).toEqual(['/setting', '/setting/list']);
    expect(found.kind === 'page' && [found.route.cached, found.route.pinned]).toEqual([false, false]);
    const home = matchRoute(access, '/index');
    expect(home.kind === 'page' && [home.route.cached, home.route.pinned]).toEqual([true, true]);
  });

  it('leads on from a container, and from a path that ends with a slash', () => {
    expect(matchRoute(access, '/setting')).toEqual({ kind: 'leads', to: '/setting/list' });
    expect(matchRoute(access, '/index/')).toEqual({ kind: 'leads', to: '/index' });
  });

  it('never leads in circles or out of the console', () => {
    expect(matchRoute(access, '/loop').kind).toBe('unknown');
    expect(matchRoute(access, '/away').kind).toBe('unknown');
  });

  it('is forbidden where the product has a page that this member may not open, and unknown elsewhere', () => {
    expect(matchRoute(access, '/play').kind).toBe('forbidden');
    expect(matchRoute(access, '/nowhere').kind).toBe('unknown');
  });
});

describe('the menu', () => {
  it('promotes the children of a container that has no title', () => {
    const { menu } = readRouters([entry('/', 'Layout', { children: [entry('index', 'phones/index')] })]);
    expect(menu.map(({ to, kind }) => [to, kind])).toEqual([['/index', 'page']]);
  });

  it('holds links to elsewhere, of the web alone', () => {
    const link = (path: string) => entry(path, '', { meta: { title: 'Help' } });
    const { menu, routes } = readRouters([
      link('https://help.example/a'),
      link('http://help.example'),
      link('javascript:alert(1)'),
      link('ftp://help.example'),
    ]);
    expect(menu.filter(({ kind }) => kind === 'elsewhere').map(({ to }) => to)).toEqual([
      'https://help.example/a',
      'http://help.example/',
    ]);
    expect(routes).toEqual([]);
  });

  it('shortens a title of the server', () => {
    const { menu } = readRouters([entry('https://help.example/', '', { meta: { title: 'x'.repeat(41) } })]);
    expect(menu[0]?.title).toEqual({ text: 'x'.repeat(40) });
  });

  it('is read once from the same list', () => {
    const list = [entry('/index', 'phones/index')];
    expect(readRouters(list)).toBe(readRouters(list));
  });
});
