import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const reload = vi.fn();
/** Tells the page that loaded the module last that a script is gone. */
let gone = () => {};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
  vi.spyOn(window, 'addEventListener').mockImplementation((name, listener) => {
    if (name === 'vite:preloadError') gone = () => (listener as EventListener)(new Event(name));
  });
});
afterEach(() => {
  vi.useRealTimers();
  // A page that is being left shows no part that comes later: the next file's must not be one.
  vi.resetModules();
});

it('a script that stays gone reloads the page once, and once more only after the page stood for a while', async () => {
  const first = await import('./chunks');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  gone();
  expect(reload).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  gone();
  expect(reload).toHaveBeenCalledOnce();
  expect(first.isReloading()).toBe(true);

  // The page that the reload brought knows by the tab's mark that it was one.
  vi.resetModules();
  const second = await import('./chunks');
  gone();
  expect(reload).toHaveBeenCalledOnce();
  expect(second.isReloading()).toBe(false);
  vi.advanceTimersByTime(10_000);
  gone();
  expect(reload).toHaveBeenCalledTimes(2);
});
