import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Modules are shared by the files of a worker: this one needs its own.
beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

it('is asked for once, and again only where it did not come', async () => {
  const words = await import('@/i18n');
  const { homePage } = await import('./homePage');
  const page = { default: () => null };
  const withWords = vi.spyOn(words, 'withWords');
  withWords.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(page);
  await expect(homePage()).rejects.toThrow('offline');
  expect(await homePage()).toBe(page);
  expect(await homePage()).toBe(page);
  expect(withWords).toHaveBeenCalledTimes(2);
});
