import { describe, expect, it } from 'vitest';
import { paths, safeRedirect, signInFor } from './paths';

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

it('the way back is part of the sign-in address, except from home', () => {
  expect(signInFor('/index')).toBe('/login');
  expect(signInFor('/play?phoneId=7')).toBe('/login?redirect=%2Fplay%3FphoneId%3D7');
});
