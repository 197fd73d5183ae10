import { expect, it, vi } from 'vitest';
import { withWords } from '@/i18n';
import { homePage } from './homePage';

vi.mock('@/i18n', () => ({ withWords: vi.fn() }));

it('is asked for once, and again only where it did not come', async () => {
  const page = { default: () => null };
  vi.mocked(withWords).mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(page);
  await expect(homePage()).rejects.toThrow('offline');
  expect(await homePage()).toBe(page);
  expect(await homePage()).toBe(page);
  expect(withWords).toHaveBeenCalledTimes(2);
});
