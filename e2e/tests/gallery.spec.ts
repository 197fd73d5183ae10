// The gallery of parts: for those who may do everything, in every dress without a complaint.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enter, languages } from '../account';
import { expect, listen, PASSWORD, test } from '../fixtures';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^(部件|Parts)$/ });

async function open(page: Page, language: (typeof languages)[number]): Promise<void> {
  await enter(page, language, 'admin', PASSWORD, '/app/gallery');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible({ timeout: 30_000 });
}

/** Nothing serious by axe. */
async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('canvas').analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  expect(bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual([]);
}

/** Nothing sticks out sideways. */
async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0);
}

for (const language of languages) {
  for (const mode of ['light', 'dark'] as const) {
    test(`every part in ${language}, ${mode}: in all four sizes, on a desk and on a phone`, async ({ browser, baseURL, complaints }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({ baseURL, locale: language, colorScheme: mode, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      listen(page, complaints);
      await open(page, language);
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      // The other language's own name is all the Chinese there is.
      const text = (await page.locator('main').innerText()).replace('中文', '');
      if (language === 'en-US') expect(text).not.toMatch(/[\u4e00-\u9fff]/);
      const sizes = language === 'zh-CN' ? ['默认', '中', '小', '迷你'] : ['Default', 'Medium', 'Small', 'Mini'];
      for (const size of sizes) {
        await page.getByRole('main').getByRole('combobox', { name: language === 'zh-CN' ? '尺寸' : 'Size' }).click();
        await page.getByTitle(size, { exact: true }).last().click();
        await expect(heading(page)).toBeVisible();
        await fits(page);
      }
      await accessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('list').first()).toBeVisible();
      await fits(page);
      await accessible(page);
      await context.close();
    });
  }
}

test('its switches change theme and language for good', async ({ page, complaints }) => {
  await page.goto('/app/login');
  await page.evaluate(() => localStorage.setItem('locale', 'zh-CN'));
  await page.reload();
  await page.locator('input[autocomplete=username]').fill('admin');
  await page.locator('input[type=password]').fill('Owldeck#2026');
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/app\/index/);
  await page.goto('/app/gallery');
  await page.getByText('深色', { exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(complaints).toEqual([]);
});

test('a member has no gallery @pg', async ({ page, complaints }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/gallery');
  await expect(page).toHaveURL(/\/app\/401$/);
  expect(complaints).toEqual([]);
});
