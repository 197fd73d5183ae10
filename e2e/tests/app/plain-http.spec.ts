// The console over plain http on a network address: before signing in and after it a line says that others may read along, and leads to what follows.
import { atNetworkAddress, elsewhere, REMARK } from '../../elsewhere';
import { test as base, expect, listen, submitSignIn } from '../../fixtures';
import { dresses, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const test = base.extend({ baseURL: async ({ demo }, use) => use(elsewhere(demo.origin)) });
test.use(atNetworkAddress);
test.beforeEach(({ allowed }) => void allowed.push(REMARK));

for (const { language, viewport, where } of dresses) {
  test(
    `who opens it unencrypted is told so on every page, and what the browser withholds then, ${where}`,
    SWEPT,
    async ({ page, context, complaints }) => {
      const t = wordsIn(language);
      await page.setViewportSize(viewport);
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      const told = page.getByText(t('switches.insecure'));
      await page.goto('/app/login');
      await expect(told).toBeVisible();
      expect(await page.evaluate(() => isSecureContext)).toBe(false);

      await submitSignIn(page, t);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(told).toBeVisible();
      await sound(page);

      const opening = context.waitForEvent('page');
      await told.getByRole('link', { name: t('switches.browser') }).click();
      const check = await opening;
      await listen(check, complaints);
      await expect(check.getByRole('heading', { level: 1, name: t('switches.browser') })).toBeVisible();
      const secure = check.getByRole('listitem').filter({ hasText: t('browser.line.secure') });
      await expect(secure).toHaveAttribute('data-tone', /^(note|less|bad)$/);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  );
}
