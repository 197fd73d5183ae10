// Renewing by itself: switched on for a phone and for a group, and what is said where points do not suffice. Reminders and the calendar's address.
import { enter } from '../../account';
import { expect, PASSWORD, timed as test } from '../../fixtures';
import { onPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const DAY_S = 24 * 60 * 60;

test('a phone that is to renew itself says why it was not renewed, with the way to pay, zh-CN', async ({
  page,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member(['台账机', 3]);
  await enter(page, 'zh-CN', account, PASSWORD, '/app/index');
  const menu = async (item: string) => {
    await page.getByRole('article', { name: '台账机' }).hover();
    await page.getByRole('button', { name: t('actions.menu', { name: '台账机' }) }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu(t('list.autoRenewOn'));
  const dialog = page.getByRole('dialog', { name: t('recycle.auto.onTitle', { name: '台账机' }) });
  await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
  await expect(dialog.getByText(t('agreement.missing'))).toBeVisible();
  await dialog.getByRole('checkbox').click();
  await page.getByRole('button', { name: t('agreement.accept') }).click();
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await sound(page);
  await dialog.getByRole('button', { name: t('recycle.auto.on') }).click();
  await expect(dialog).toHaveCount(0);
  await menu(t('list.details'));
  const facts = page.getByRole('dialog', { name: t('facts.title', { name: '台账机' }) });
  await expect(facts.getByText(t('facts.renews.self'))).toBeVisible();
  await sound(page);

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

test('on a phone reminders by SMS are switched on, and the calendar gets an address, en-US', async ({
  browser,
  demo,
  complaints,
  request,
}) => {
  const t = wordsIn('en-US');
  const { account } = await demo.member(['Ledger', 30]);
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', account, PASSWORD, '/app/personalCenter/accountCenter?tab=reminders');
  const sms = phone.getByRole('switch', { name: t('reminders.sms') });
  await sms.click();
  await expect(sms).toBeChecked();
  await sound(phone);
  await phone.goto('/app/recycleBin');
  await phone.getByRole('button', { name: t('recycle.calendar') }).click();
  await phone.getByRole('button', { name: t('recycle.addressMake') }).click();
  const address = phone.getByRole('dialog').locator('code');
  await expect(address).toContainText('/calendar/');
  await sound(phone);
  const before = await address.innerText();
  expect(await (await request.get(before)).text()).toContain('SUMMARY:Ledger expires');
  await phone.getByRole('button', { name: t('recycle.addressRenew') }).click();
  await expect(address).not.toHaveText(before);
  expect((await request.get(before)).status()).toBe(404);
  await phone.context().close();
});
