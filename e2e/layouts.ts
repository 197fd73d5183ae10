// Layouts of a page that is not loaded again: a walk that every day is walked on a desk alone judges its pages as a phone shows them, too.
import type { Page } from '@playwright/test';
import { type Dress, sound } from './shell';
import { SWEEP } from './sweep';

/** Changes the window. The page hears of it when it draws next, and until then has the layout of before. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Judges the page in the window of a phone. A dialog that is open keeps the form in which it opened. */
export async function soundOnPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await resize(page, { width: 390, height: 844 });
  await sound(page);
  if (before) await resize(page, before);
}

/** Judges the page in its dress and, every day, on a phone. In a sweep a phone has the whole walk. */
export async function soundInBoth(page: Page, { wide }: Dress): Promise<void> {
  await sound(page);
  if (wide && !SWEEP) await soundOnPhone(page);
}
