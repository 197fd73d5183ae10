// Pages of the end of a rental before there is an answer, without one, and when there is nothing: each holds its place, says what
// did not load, and asks again.
import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, enterIn, go, once, sound } from '../../shell';
import { wordsIn } from '../../words';

const REQUEST = 'req-7';

interface Place {
  /** The call that is slow, and then refused. */
  call: RegExp;
  open: () => Promise<unknown>;
  failed: string;
}

for (const dress of dresses) {
  const t = wordsIn(dress.language);
  const refusal = {
    json: { code: 500, data: null, msg: t('fault.unknown') },
    headers: { 'x-request-id': REQUEST },
  };

  /** Opens a place whose call waits, then refuses it, and tries again. */
  async function walk(page: Page, { call, open, failed }: Place): Promise<void> {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(call, async (route) => {
      await held;
      await route.fulfill(refusal);
    });
    await open();
    await expect(page.getByRole('status', { name: t('common.loading') }).first()).toBeVisible();
    release();
    await expect(page.getByText(failed).last()).toBeVisible();
    await expect(page.getByText(t('fault.requestId', { id: REQUEST })).last()).toBeVisible();
    await sound(page);
    await page.unroute(call);
  }

  const retry = (page: Page) =>
    page
      .getByRole('button', { name: t('common.retry') })
      .last()
      .click();

  /** Switching the phone's renewal on is refused first, in words that stay in the dialog. */
  async function renewsItself(page: Page): Promise<void> {
    await go(page, '/index');
    await page.getByRole('article', { name: 'Ledger' }).hover();
    await page.getByRole('button', { name: t('actions.menu', { name: 'Ledger' }) }).click();
    await page.getByRole('menuitem', { name: t('list.autoRenewOn') }).click();
    const dialog = page.getByRole('dialog', { name: t('recycle.auto.onTitle', { name: 'Ledger' }) });
    await dialog.getByRole('checkbox').click();
    await page.getByRole('button', { name: t('agreement.accept') }).click();
    await expect(dialog.getByRole('checkbox')).toBeChecked();
    const call = /\/recycle\/auto-renew$/;
    await page.route(call, (route) => route.fulfill(refusal));
    await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
    await expect(dialog.getByText(t('fault.unknown'))).toBeVisible();
    await sound(page);
    await page.unroute(call);
    await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
    await expect(dialog).toHaveCount(0);
  }

  test(
    `bin, codes, points, reminders, a phone that is to renew itself and the embedded codes wait, fail and are empty in words, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, demo }) => {
      const { account } = await demo.member('Ledger');
      await enterIn(page, dress, account, '/app/setting/customer');
      const lists = [
        { call: /\/recycle\/page\?/, path: '/recycleBin', failed: 'recycle.failed', empty: 'recycle.empty' },
        {
          call: /\/recycle\/purged-page\?/,
          path: '/recycleBin?phase=purged',
          failed: 'recycle.failed',
          empty: 'recycle.noRecords',
        },
        { call: /\/redeem-code\/app-page\?/, path: '/redemptionCode', failed: 'redeem.failed', empty: 'redeem.empty' },
        {
          call: /\/integral\/page\?/,
          path: '/personalCenter/accountCenter?tab=points',
          failed: 'points.failed',
          empty: 'points.empty',
        },
        {
          call: /\/recycle\/reminders$/,
          path: '/personalCenter/accountCenter?tab=reminders',
          failed: 'reminders.failed',
          empty: 'reminders.note',
        },
      ];
      for (const { call, path, failed, empty } of lists) {
        await test.step(path, async () => {
          await walk(page, { call, open: () => go(page, path), failed: t(failed) });
          await retry(page);
          await expect(page.getByText(t(empty))).toBeVisible();
          await expect(page.getByText(t(failed))).toHaveCount(0);
          await soundInBoth(page, dress);
        });
      }

      await test.step('codes that are looked at', async () => {
        await go(page, '/redemptionCode');
        await page.getByRole('textbox', { name: t('redeem.box'), exact: true }).fill('ABCD-EFGH-2222-3333-4444');
        const check = page.getByRole('button', { name: t('redeem.check', { count: '1' }) });
        await walk(page, { call: /\/redeem-code\/preview$/, open: () => check.click(), failed: t('fault.unknown') });
        await check.click();
        await expect(page.getByText(t('fault.unknown'))).toHaveCount(0);
        await expect(page.getByText('ABCD-EFGH-••••').first()).toBeVisible();
      });

      await test.step('the address of the calendar', async () => {
        await go(page, '/recycleBin');
        const open = () => page.getByRole('button', { name: t('recycle.calendar') }).click();
        await walk(page, { call: /\/recycle\/calendar-address$/, open, failed: t('recycle.addressFailed') });
        await retry(page);
        await expect(page.getByRole('button', { name: t('recycle.addressMake') })).toBeEnabled();
        await expect(page.getByText(t('recycle.addressFailed'))).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

      await test.step('a phone that is to renew itself', () => renewsItself(page));

      await test.step('the embedded codes', async () => {
        const open = () => page.goto(`/app/redemptionCodeEmbedded?lang=${dress.language}`);
        await walk(page, { call: /\/redeem-code\/app-page\?/, open, failed: t('redeem.failed') });
        await retry(page);
        await expect(page.getByText(t('redeem.empty'))).toBeVisible();
        await soundInBoth(page, dress);
      });
    },
  );

  test(
    `operators' batches wait, fail and are empty in words, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, demo }) => {
      const permissions = ['trade:redeem-code:list', 'trade:redeem-code:edit'];
      // In a sweep the same demo is visited in each dress.
      const called = `${dress.language.slice(0, 2)}${dress.wide ? 'wd' : 'nr'}`;
      const userName = `states${called}`;
      const redeemCodes = [{ code: `STAT-${called.toUpperCase()}-2222-ABCD-EFGH`, gives: 'days', days: 30 }];
      await demo.seed({ operators: [{ userName, password: PASSWORD, permissions }], redeemCodes });
      const call = /\/redeem-code\/page\?/;
      await enterIn(page, dress, userName, '/app/setting/customer');
      await walk(page, { call, open: () => go(page, '/operator/redeemCodes'), failed: t('redeemBatches.failed') });
      // Other tests have made batches.
      const summary = { open: 0, usedUp: 0, voided: 0, expired: 0, left: 0, ending: 0 };
      await page.route(call, (route) => route.fulfill({ json: { code: 0, data: { list: [], total: 0, summary } } }));
      await retry(page);
      await expect(page.getByText(t('redeemBatches.empty'))).toBeVisible();
      await soundInBoth(page, dress);
      await page.unroute(call);

      await page.getByRole('button', { name: t('redeemBatches.make') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('redeemBatches.note')).fill('States');
      await dialog.getByText(t('redeemBatches.daysTile'), { exact: true }).click();
      const create = /\/redeem-code\/create$/;
      await page.route(create, (route) => route.fulfill(refusal));
      const makes = dialog.getByRole('button', { name: t('redeemBatches.makeButton', { count: '1' }) });
      await makes.click();
      await expect(dialog.getByText(t('fault.unknown'))).toBeVisible();
      await sound(page);
      await page.unroute(create);
      await makes.click();
      await page.getByRole('checkbox', { name: t('redeemBatches.saved') }).check();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('redeemBatches.close') })
        .click();

      const codes = page.getByRole('button', { name: t('redeemBatches.codesOf', { note: 'States' }) }).first();
      await walk(page, {
        call: /\/redeem-code\/codes\?/,
        open: () => codes.click(),
        failed: t('redeemBatches.codesFailed'),
      });
      await retry(page);
      await expect(page.getByText(t('redeemBatches.codesTotal', { count: '1' }))).toBeVisible();
      await page.getByRole('checkbox', { name: t('redeemBatches.onlyUsed') }).check();
      await expect(page.getByText(t('redeemBatches.codesEmpty'), { exact: true })).toBeVisible();
      await sound(page);
    },
  );
}
