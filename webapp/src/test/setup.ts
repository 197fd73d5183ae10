// Every unit test: matchers, a clean page, and no word on the console: antd's deprecations and React's warnings are failures.
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
// jsdom has no styles of pseudo-elements; antd asks for the scrollbar's.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

/** Redux's own checks, which are absent where it counts, say when a busy machine was slow to make them. */
const SLOW_CHECK = /Middleware took \d+ms/;

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  const warnings = vi.mocked(console.warn).mock.calls.filter(([words]) => !SLOW_CHECK.test(String(words)));
  expect(warnings).toEqual([]);
});
