// Messages: an alert comes, the badge counts it, the list shows it, it is read, removed, and brought back.
import type { Page } from '@playwright/test';
import { enter, enterElsewhere, spoken } from '../../account';
import { expect, PASSWORD, test } from '../../fixtures';
import { soundOnPhone } from '../../layouts';
import { giveTime, onPhone, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(`a message is counted, opened, and removed unless one takes that back, ${language}`, async ({
    page,
    demo,
    request,
    complaints,
  }) => {
    const { account: phone } = await demo.member();
    await giveTime(page);
    await enter(page, language, phone);
    // A phone that was never seen is told as an alert.
    await enterElsewhere(request, phone, 'APP');
    const bell = page.locator('header').getByRole('link', { name: t('shell.unread', { n: '1' }) });
    await expect(bell).toBeVisible();
    await bell.click();
    await expect(page).toHaveURL(/\/app\/notice$/);
    await expect(page.getByRole('heading', { level: 1, name: t('notices.title') })).toBeFocused();
    const row = page.getByRole('list', { name: t('notices.title') }).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(t('notices.isUnread'));
    await sound(page);
    await soundOnPhone(page);

    await row.getByRole('button').first().click();
    await expect(page).toHaveURL(/\/app\/seeNotice\?id=\d+$/);
    await expect(page.getByRole('article')).toBeVisible();
    await sound(page);
    await soundOnPhone(page);
    await expect(page.locator('header').getByRole('link', { name: t('shell.messages'), exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('notices.readAll') })).toBeDisabled();
    await page.getByRole('button', { name: t('notices.back') }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page).toHaveURL(/\/app\/notice$/);
    await expect(row).toContainText(t('notices.isRead'));

    const remove = row.getByRole('button').last();
    await remove.click();
    await expect(page.getByText(t('notices.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('notices.undo') }).click();
    await expect(row).toContainText(t('notices.isRead'));
    await remove.click();
    await expect(page.getByText(t('notices.empty'))).toBeVisible();
    // Leaving the page is the end of the way back.
    const removed = page.waitForResponse(/removeNotifyMessage/);
    await page
      .getByRole('navigation', { name: t('shell.navigation') })
      .getByRole('link', { name: t('pages.phones') })
      .click();
    await removed;
    expect(complaints).toEqual([]);
  });
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  const title = `on a phone the messages are cards, the bell leads to them, and a removal can be taken back, ${language}`;
  test(title, SWEPT, async ({ browser, baseURL, demo, request, complaints }) => {
    const { account: phone } = await demo.member();
    const page = await onPhone(browser, baseURL, language, complaints);
    await giveTime(page);
    await enter(page, language, phone);
    await enterElsewhere(request, phone, 'APP');
    await page
      .locator('header')
      .getByRole('link', { name: t('shell.unread', { n: '1' }) })
      .click();
    const card = page.getByRole('list', { name: t('notices.title') }).getByRole('listitem');
    await expect(card).toHaveCount(1);
    await sound(page);
    await page.getByRole('button', { name: t('notices.readAll') }).tap();
    await expect(card).toContainText(t('notices.isRead'));
    await expect(page.locator('header').getByRole('link', { name: t('shell.messages'), exact: true })).toBeVisible();
    await card.getByRole('button').first().tap();
    await expect(page.getByRole('article')).toBeVisible();
    await sound(page);
    await page.getByRole('button', { name: t('notices.back') }).tap();
    await expect(page.getByRole('article')).toHaveCount(0);
    await card.getByRole('button').last().tap();
    await expect(page.getByText(t('notices.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('notices.undo') }).tap();
    await expect(card).toHaveCount(1);
    await page.context().close();
  });
}

test(
  'what is read in one window is read in the other, and the chips count it',
  SWEPT,
  async ({ page, demo, request }) => {
    const t = wordsIn('en-US');
    const { account } = await demo.member();
    await enter(page, 'en-US', account, PASSWORD, '/app/notice');
    await enterElsewhere(request, account, 'APP');
    const all = (of: Page) => of.getByRole('radio', { name: new RegExp(`^${t('notices.all')}\\s*1$`) });
    await expect(all(page)).toHaveCount(1);
    const row = page.getByRole('list', { name: t('notices.title') }).getByRole('listitem');
    await expect(row).toContainText(t('notices.isUnread'));
    const other = await page.context().newPage();
    await other.goto('/app/notice');
    await expect(all(other)).toHaveCount(1);
    await other.getByRole('button', { name: t('notices.readAll') }).click();
    await expect(row).toContainText(t('notices.isRead'));
    await expect(page.getByText(t('notices.unreadCount', { n: '1' }))).toHaveCount(0);
    await other.close();
  },
);
