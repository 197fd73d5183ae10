import { describe, expect, it } from 'vitest';
import { permittedRoutes } from './permitted';

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
        children: [entry('index', 'phones/index'), entry('/play', 'play/index', { hidden: true })],
      }),
      entry('/more', 'ParentView', { hidden: true, children: [entry('phones', 'phones/index')] }),
    ];
    expect(seen(list)).toEqual([
      ['/index', false],
      ['/play', true],
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
