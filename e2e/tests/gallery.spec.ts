// The gallery of parts: for those who may do everything, in every dress without a complaint.
import type { Page } from '@playwright/test';
import { enter, languages } from '../account';
import { serious } from '../axe';
import { sticksOut } from '../fits';
import { expect, listen, PASSWORD, test } from '../fixtures';
import { begin, dresses, say } from '../shell';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^(部件|Parts)$/ });

async function open(page: Page, language: (typeof languages)[number]): Promise<void> {
  await enter(page, language, 'admin', PASSWORD, '/app/gallery');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible({ timeout: 30_000 });
}

/** Nothing serious by axe. */
async function accessible(page: Page): Promise<void> {
  expect(await serious(page)).toEqual([]);
}

/** Nothing sticks out sideways. */
async function fits(page: Page): Promise<void> {
  expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
}

const sizes = {
  'zh-CN': { 默认: 40, 中: 32, 小: 24, 迷你: 22 },
  'en-US': { Default: 40, Medium: 32, Small: 24, Mini: 22 },
} as const;
const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const language of languages) {
  const t = say(language, 'gallery');

  for (const mode of ['light', 'dark'] as const) {
    test(`every part in ${language}, ${mode}: in all four sizes, on a desk and on a phone`, async ({
      browser,
      baseURL,
      complaints,
    }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({
        baseURL,
        locale: language,
        colorScheme: mode,
        viewport: viewports[0],
      });
      const page = await context.newPage();
      listen(page, complaints);
      await open(page, language);
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      // The other language's own name is all the Chinese there is.
      const text = (await page.locator('main').innerText()).replace('中文', '');
      if (language === 'en-US') expect(text).not.toMatch(/[\u4e00-\u9fff]/);
      const button = page
        .getByRole('main')
        .getByRole('button', { name: t('gallery.save'), exact: true })
        .first();
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        await expect(page.getByRole(viewport.width < 992 ? 'list' : 'table').first()).toBeVisible();
        for (const [size, px] of Object.entries(sizes[language])) {
          await page
            .getByRole('main')
            .getByRole('combobox', { name: t('gallery.size'), exact: true })
            .click();
          await page.getByTitle(size, { exact: true }).last().click();
          await expect(heading(page)).toBeVisible();
          await expect.poll(async () => Math.round((await button.boundingBox())?.height ?? 0), size).toBe(px);
          await fits(page);
        }
        await accessible(page);
      }
      await context.close();
    });
  }
}

for (const dress of dresses) {
  const { language, where } = dress;
  const t = say(language, 'gallery');

  test(`its switches change theme and language for good, ${where}`, async ({ page, complaints }) => {
    await begin(page, dress, 'admin', '/app/gallery');
    const root = page.locator('html');
    await page.getByRole('main').getByTitle(t('gallery.dark'), { exact: true }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    const [other, name, title] =
      language === 'zh-CN' ? (['en-US', 'English', 'Parts'] as const) : (['zh-CN', '中文', '部件'] as const);
    await page.getByRole('main').getByTitle(name, { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(root).toHaveAttribute('lang', other);
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    expect(complaints).toEqual([]);
  });
}

test('a member has no gallery @pg', async ({ page, complaints }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/gallery');
  await expect(page).toHaveURL(/\/app\/401$/);
  expect(complaints).toEqual([]);
});
