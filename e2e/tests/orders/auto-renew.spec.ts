// Renewing by itself: switched on for a phone, and what is said where points do not suffice. Reminders and the calendar's address.
import type { Page } from '@playwright/test';
import { enter } from '../../account';
import { expect, PASSWORD, test, timed } from '../../fixtures';
import { go, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

const DAY_S = 24 * 60 * 60;

/** Lets a phone of the list renew itself, once the agreement was read. Its facts, which say so, are left open. */
async function renewItself(page: Page, name: string, t: Translate): Promise<void> {
  const menu = async (item: string) => {
    await page.getByRole('article', { name }).hover();
    await page.getByRole('button', { name: t('actions.menu', { name }) }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu(t('list.autoRenewOn'));
  const dialog = page.getByRole('dialog', { name: t('recycle.auto.onTitle', { name }) });
  await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
  await expect(dialog.getByText(t('agreement.missing'))).toBeVisible();
  await dialog.getByRole('checkbox').click();
  await page.getByRole('button', { name: t('agreement.accept') }).click();
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await sound(page);
  await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
  await expect(dialog).toHaveCount(0);
  await menu(t('list.details'));
  const facts = page.getByRole('dialog', { name: t('facts.title', { name }) });
  await expect(facts.getByText(t('facts.renews.self'), { exact: true })).toBeVisible();
  await sound(page);
}

test('a phone is to renew itself; on a phone reminders come by SMS, and the calendar gets an address, en-US', async ({
  page,
  demo,
  request,
}) => {
  const t = wordsIn('en-US');
  const { account } = await demo.member(['Ledger', 30]);
  await enter(page, 'en-US', account);
  await renewItself(page, 'Ledger', t);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, '/personalCenter/accountCenter?tab=reminders');
  const sms = page.getByRole('switch', { name: t('reminders.sms') });
  await sms.click();
  await expect(sms).toBeChecked();
  await sound(page);
  await go(page, '/recycleBin');
  await page.getByRole('button', { name: t('recycle.calendar') }).click();
  await page.getByRole('button', { name: t('recycle.addressMake') }).click();
  const address = page.getByRole('dialog').locator('code');
  await expect(address).toContainText('/calendar/');
  await sound(page);
  const before = await address.innerText();
  expect(await (await request.get(before)).text()).toContain('SUMMARY:Ledger expires');
  await page.getByRole('button', { name: t('recycle.addressRenew') }).click();
  await expect(address).not.toHaveText(before);
  expect((await request.get(before)).status()).toBe(404);
});

timed('a phone that could not renew itself says why, with the way to pay, zh-CN', SWEPT, async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member(['台账机', 3]);
  await enter(page, 'zh-CN', account, PASSWORD, '/app/index');
  await renewItself(page, '台账机', t);

  await demo.later(2 * DAY_S + 60);
  await page.goto('/app/notice');
  const told = page.getByRole('listitem').filter({ hasText: '未能自动续费' });
  await expect(told).toHaveCount(1);
  await told.getByRole('button').first().click();
  await expect(page.getByText(/需要 4500 积分，目前可用 0 积分/).last()).toBeVisible();
  await page.getByRole('button', { name: t('notices.renew', { count: '1' }) }).click();
  const lines = page.getByRole('list', { name: t('renew.lines') }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
});
