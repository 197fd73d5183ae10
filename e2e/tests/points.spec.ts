// Points from the payment that earns them to the order that spends them, and their page in the account centre.
import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { soundInBoth } from '../layouts';
import { agree, choose, PAID, panel, pay, scanAndPay, test, WECHAT_PAY } from '../orders';
import { dresses, enterIn, go, once } from '../shell';
import { type Translate, wordsIn } from '../words';

/** Orders what is chosen, and pays it as a phone would that scanned the code. On a phone total and button stand in the bar. */
async function buy(page: Page, t: Translate, shown: string) {
  await agree(page);
  await panel(page).getByRole('radio', { name: WECHAT_PAY }).check({ force: true });
  await expect(page.getByTestId('total')).toHaveText(shown);
  await page.getByRole('button', { name: t('orders.pay', { amount: shown.slice(1) }), exact: true }).click();
  await expect(pay(page)).toBeVisible();
  await scanAndPay(page, shown);
  await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();
}

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  const title = `a payment earns points, an order spends them, and their page shows both with the balance, ${dress.where}`;
  test(title, once(dress, 'desk'), async ({ page, demo }) => {
    const { account } = await demo.member();
    await enterIn(page, dress, account, '/app/payManage');
    await choose(page, 12);
    await expect(panel(page).getByRole('switch')).toHaveCount(0);
    await buy(page, t, '¥504');
    await pay(page)
      .getByRole('button', { name: t('pay.toPhones') })
      .click();
    await expect(page).toHaveURL(/\/app\/index/);
    // The address changes before the page of buying is gone with its dialog, and whoever came back at once would find both.
    await expect(pay(page)).toHaveCount(0);

    await choose(page, 1);
    await expect(page.getByTestId('total')).toHaveText('¥45');
    await panel(page)
      .getByRole('switch', { name: t('orders.pointsUse', { count: '504', amount: '5.04' }) })
      .click();
    await expect(page.getByTestId('total')).toHaveText('¥39.96');
    await soundInBoth(page, dress);
    await buy(page, t, '¥39.96');

    await go(page, '/personalCenter/accountCenter');
    await page.getByRole('tab', { name: t('account.tabs.points') }).click();
    await expect(page).toHaveURL(/tab=points/);
    await expect(page.getByTestId('points')).toHaveText('39');
    for (const change of ['+504', '−504', '+39']) {
      await expect(page.getByText(change, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(t('points.total', { count: '3' }))).toBeVisible();
    await soundInBoth(page, dress);
    // The chip, not its hidden radio button: a page that still turns wide moves it.
    const refunds = page.getByRole('radio', { name: new RegExp(`^${t('points.kind.refund')}`) });
    await page.locator('label').filter({ has: refunds }).click();
    await expect(page.getByText(t('points.noMatch'))).toBeVisible();
  });
}
