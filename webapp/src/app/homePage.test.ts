import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Modules are shared by the files of a worker: this one needs its own.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock('@/i18n');
  vi.resetModules();
});

it('is asked for once, and again only where it did not come', async () => {
  const page = { default: () => null };
  const withWords = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(page);
  vi.doMock('@/i18n', () => ({ withWords }));
  const { homePage } = await import('./homePage');
  await expect(homePage()).rejects.toThrow('offline');
  expect(await homePage()).toBe(page);
  expect(await homePage()).toBe(page);
  expect(withWords).toHaveBeenCalledTimes(2);
});
