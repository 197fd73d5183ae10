import { describe, expect, it } from 'vitest';
import { paths, redirectTarget, safeRedirect, signInFor } from './paths';

const origin = 'https://owl.example';

describe('after sign-in', () => {
  it.each([
    ['/play?phoneId=7&mode=view', '/play?phoneId=7&mode=view'],
    ['/index?q=%E4%B8%BB#x', '/index?q=%E4%B8%BB#x'],
    ['/app/play?phoneId=7', '/play?phoneId=7'],
  ])('%s leads back', (wanted, target) => {
    expect(safeRedirect(wanted, origin)).toBe(target);
  });

  it.each([
    null,
    '',
    'index',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'https://evil.example/index',
    'javascript:alert(1)',
    'data:text/html,x',
    '/a/..//evil.example',
    '/app//evil.example',
    '/login',
    '/login?redirect=/login',
    '/404',
    '/401',
    '/register',
    '/browser',
    '/redirect/index',
    '/%',
    '/app/%E4%B8',
    '/index/%zz?q=1',
  ])('%j leads home', (wanted) => {
    expect(safeRedirect(wanted, origin)).toBe(paths.home);
  });

  it.each(['/%2f%2fevil.example', '/@evil.example', '/／evil.example', `/${'a'.repeat(2048)}`])(
    '%j stays on this origin',
    (wanted) => {
      expect(new URL(safeRedirect(wanted, origin), origin).origin).toBe(origin);
    },
  );
});

it('the sign-in address holds the full original path', () => {
  expect(signInFor('/index')).toBe('/login?redirect=%2Findex');
  expect(signInFor('/play?phoneId=7#x')).toBe('/login?redirect=%2Fplay%3FphoneId%3D7%23x');
  expect(signInFor('')).toBe('/login?redirect=%2F');
});

it.each([
  ['/redirect/index?q=1#x', '/index?q=1#x'],
  ['/redirect/play?phoneId=7', '/play?phoneId=7'],
  ['/redirect//x', '/index'],
  ['/redirect//evil.example', '/index'],
  ['/redirect/\\\\evil.example', '/index'],
  ['/redirect/%2F%2Fx', '/%2F%2Fx'],
  ['/redirect/%5C%5Cevil.example', '/%5C%5Cevil.example'],
  ['/redirect/https://evil.example', '/https://evil.example'],
  ['/redirecthttps://evil.example', '/index'],
  ['/redirect/login', '/index'],
  ['/redirect/redirect/index', '/index'],
  ['/redirect', '/index'],
  ['/redirect/', '/'],
])('%s opens %s afresh', (address, target) => {
  expect(redirectTarget(address, origin)).toBe(target);
});

it('the page of a group is addressed by its phones and its master', () => {
  expect(paths.group([3, 1], 1)).toBe('/groupControl?ids=3,1&master=1');
  expect(safeRedirect(paths.group([3, 1], 1), origin)).toBe('/groupControl?ids=3,1&master=1');
});
