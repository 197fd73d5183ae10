// Every screen in both languages and themes, on a desk and on a phone: nothing cut off, nothing that a screen reader cannot use.
import AxeBuilder from '@axe-core/playwright';
import { expect, FIRST_MEMBER, listen, PASSWORD, test } from '../fixtures';

const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];

for (const locale of ['zh-CN', 'en-US']) {
  for (const mode of ['light', 'dark']) {
    for (const size of sizes) {
      test(`sign-in, list and play in ${locale}, ${mode}, on a ${size.name}`, async ({ browser, baseURL }) => {
        const small = size.width < 992;
        const context = await browser.newContext({ baseURL, locale, viewport: size, hasTouch: small, isMobile: small, colorScheme: mode === 'dark' ? 'dark' : 'light' });
        await context.addInitScript((tag) => localStorage.setItem('locale', tag), locale);
        const page = await context.newPage();
        const complaints: string[] = [];
        listen(page, complaints);

        const sound = async () => {
          const { violations } = await new AxeBuilder({ page }).exclude('canvas').analyze();
          const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
          expect(bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
        };

        await page.goto('/app/');
        await page.getByRole('textbox').first().fill(FIRST_MEMBER);
        await page.locator('input[type=password]').fill(PASSWORD);
        await page.getByRole('checkbox').check();
        await sound();
        await page.locator('button[type=submit]').click();
        await expect(page.getByRole('article')).toHaveCount(6);
        await sound();
        await page.getByRole('button', { name: /^(打开|Open) 主力-01$/ }).press('Enter');
        await expect(page.getByText(/^(实时|Live)$/)).toBeVisible();
        await sound();
        const chinese = locale === 'en-US' ? await page.locator('aside, header').allInnerTexts() : [];
        expect(chinese.join(' ').replace('主力-01', '')).not.toMatch(/[\u4e00-\u9fff]/);
        await context.close();
        expect(complaints).toEqual([]);
      });
    }
  }
}
