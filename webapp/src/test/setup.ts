// Every unit test: matchers, a clean page, and no word on the console: antd's deprecations and React's warnings are failures.
// Files of tests share the modules of their worker, and with them the store and the session: each test begins without what the last one left.
// A part of ours is replaced by `vi.spyOn` on its module: `vi.mock` has no effect where a page that an earlier file loaded late has read it already.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import * as preload from '@/features/phones/card/preloadPlay';
import { computedStyle } from './computedStyle';

// Time limit of `waitFor` and `findBy`: long enough for a busy machine. `vi.waitFor` keeps its own limit of a second, so tests use it with fake
// timers alone.
configure({ asyncUtilTimeout: 60_000 });

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// jsdom computes nineteen properties at each call, and queries by role ask for the display and visibility of every element of the page.
window.getComputedStyle = computedStyle(window);

// An import that is cut off by the end of its file fails for every later file of the worker.
afterAll(() => vi.dynamicImportSettled());

const clearStorage = () => {
  localStorage.clear();
  sessionStorage.clear();
};
// A file makes its tables of cases before its first `beforeEach`: words in them are of the default language, not of the one that the file before chose.
clearStorage();

beforeEach(() => {
  // A session's end makes the modules forget what they gathered; without a session none is told.
  beginSession({ userId: 0, accessToken: '', refreshToken: '', expiresTime: 0 });
  endSession('expired');
  store.dispatch(api.util.resetApiState());
  clearStorage();
  // A test of a card loads no page of play beside it.
  vi.spyOn(preload, 'preloadPlay').mockImplementation(() => {});
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

/** Redux's own checks, which are absent where it counts, say when a busy machine was slow to make them. */
const SLOW_CHECK = /Middleware took \d+ms/;

afterEach(() => {
  cleanup();
  // jsdom's navigator has all it has from its prototype: what is its own was put there by a test, or by user-event.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  const warnings = vi.mocked(console.warn).mock.calls.filter(([words]) => !SLOW_CHECK.test(String(words)));
  expect(warnings).toEqual([]);
});
