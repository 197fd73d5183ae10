// Every screen in both languages and themes, on a desk and on a phone: nothing cut off, nothing that a screen reader cannot use.
// One visit in each language walks them all; theme and size change without a reload.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enter, languages } from '../account';
import { expect, listen, test } from '../fixtures';
import { say } from '../shell';

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Nothing serious by axe: all of its rules in the light, in the dark what depends on colour. */
async function sound(page: Page, screen: string, mode: 'light' | 'dark'): Promise<void> {
  const axe = new AxeBuilder({ page }).exclude('canvas');
  const { violations } = await (mode === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])).analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  expect.soft(bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`), `${screen}, ${mode}`).toEqual([]);
}

/** Holds one screen in every dress; `in` limits it to the sizes in which it exists. */
async function walk(page: Page, screen: string, where: (keyof typeof sizes)[] = ['desk', 'phone']): Promise<void> {
  for (const size of where) {
    await page.setViewportSize(sizes[size]);
    for (const mode of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      await sound(page, `${screen} on a ${size}`, mode);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${screen} on a ${size}: nothing sticks out sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(sizes.desk);
}

for (const language of languages) {
  test(`every screen in ${language}: both themes, on a desk and on a phone`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const t = say(language);
    const complaints: string[] = [];
    const context = await browser.newContext({ baseURL, locale: language, viewport: sizes.desk });
    await context.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    const page = await context.newPage();
    listen(page, complaints);
    const heading = page.getByRole('heading', { level: 1 });
    /** The interface's own words: what members named is left out. */
    const onlyItsLanguage = async (part: string) => {
      if (language !== 'en-US') return;
      const text = (await page.locator(part).allInnerTexts()).join(' ').replace(/主力-01|简体中文/g, '');
      expect.soft(text, part).not.toMatch(/[\u4e00-\u9fff]/);
    };

    for (const path of ['/login', '/register', '/restpassword', '/social-login', '/404', '/401']) {
      await page.goto(`/app${path}`);
      await expect(heading).toBeAttached();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await onlyItsLanguage('body');
      await walk(page, path);
    }
    // Somebody whom a provider knows and nobody here does.
    await page.goto('/app/login');
    await page.getByRole('button', { name: 'Sandbox ID' }).click();
    await page.locator('a.person').nth(2).click();
    await expect(page).toHaveURL(/\/app\/bind$/);
    await expect(heading).toBeVisible();
    await walk(page, '/bind');

    await enter(page, language);
    await expect(page.getByRole('article')).toHaveCount(6);
    await walk(page, 'the list as cards');
    await page.getByTitle(/^(列表|表格|Table)$/).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await walk(page, 'the list as a table', ['desk']);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: t('shell.palette') })).toBeVisible();
    await walk(page, 'the command palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('shell.layout') }).click();
    await expect(page.getByRole('dialog', { name: t('shell.layout') })).toBeVisible();
    await walk(page, 'the layout settings', ['desk']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('feedback.title') }).click();
    await expect(page.getByRole('dialog', { name: t('feedback.title') })).toBeVisible();
    await walk(page, 'the feedback');

    await page.goto('/app/personalCenter/accountCenter');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await walk(page, 'the account');
    await page.goto('/app/notice');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await walk(page, 'no messages', ['phone']);

    await page.goto('/app/index');
    await page.getByRole('button', { name: /^(打开|Open) 主力-01$/ }).press('Enter');
    await expect(page.getByText(/^(实时|Live)$/)).toBeVisible({ timeout: 30_000 });
    await onlyItsLanguage('aside, header');
    await walk(page, 'play');
    await context.close();
    expect(complaints, 'the console is silent').toEqual([]);
  });
}
