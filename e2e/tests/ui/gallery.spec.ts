// The gallery of parts: for those who may do everything, in every dress without a complaint.
import type { Page } from '@playwright/test';
import { enter, type Language, spoken } from '../../account';
import { serious } from '../../axe';
import { sticksOut } from '../../fits';
import { expect, PASSWORD, test } from '../../fixtures';
import { begin, wardrobe } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const heading = (page: Page, language: Language) =>
  page.getByRole('heading', { level: 1, name: wordsIn(language)('gallery.title'), exact: true });

async function open(page: Page, language: Language): Promise<void> {
  await enter(page, language, 'admin', PASSWORD, '/app/gallery');
  await expect(heading(page, language)).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
}

const sizes = { default: 40, medium: 32, small: 24, mini: 22 } as const;
const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`every part in ${language}: in all four sizes, on a desk and on a phone, in the light and in the dark`, async ({
    page,
  }) => {
    await open(page, language);
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
      for (const [size, px] of Object.entries(sizes)) {
        await page
          .getByRole('main')
          .getByRole('combobox', { name: t('gallery.size'), exact: true })
          .click();
        await page
          .getByTitle(t(`gallery.${size}`), { exact: true })
          .last()
          .click();
        await expect(heading(page, language)).toBeVisible();
        await expect.poll(async () => Math.round((await button.boundingBox())?.height ?? 0), size).toBe(px);
        expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
      }
      // A second theme changes colours alone.
      for (const [mode, rules] of [
        ['light', 'all'],
        ['dark', 'colours'],
      ] as const) {
        await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
        expect(await serious(page, rules), `${viewport.width} px, ${mode}`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    }
  });

  test(
    `its switches change theme and language for good, on a desk as on a phone, ${language}`,
    SWEPT,
    async ({ page }) => {
      const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
      const names = { 'zh-CN': '中文', 'en-US': 'English' } as const;
      const root = page.locator('html');
      const main = page.getByRole('main');
      const [desk, phone] = wardrobe.filter((dress) => dress.language === language);
      if (!desk || !phone) throw new Error('a language has two layouts');
      await begin(page, desk, 'admin', '/app/gallery');
      const change = async (mode: 'dark' | 'light', to: Language) => {
        const now = (await root.getAttribute('lang')) as Language;
        await main.getByTitle(wordsIn(now)(`gallery.${mode}`), { exact: true }).click();
        await expect(root).toHaveAttribute('data-theme', mode);
        await main.getByTitle(names[to], { exact: true }).click();
        await expect(heading(page, to)).toBeVisible();
        await expect(root).toHaveAttribute('lang', to);
        await expect(root).toHaveAttribute('data-theme', mode);
      };
      await change('dark', other);
      await page.setViewportSize(phone.viewport);
      await change('light', language);
      await page.reload();
      await expect(heading(page, language)).toBeVisible();
      await expect(root).toHaveAttribute('data-theme', 'light');
    },
  );
}

test('a member has no gallery @pg-sweep', SWEPT, async ({ page, complaints }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/gallery');
  await expect(page).toHaveURL(/\/app\/401$/);
  expect(complaints).toEqual([]);
});
