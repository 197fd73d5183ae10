// Messages: an alert comes, the badge counts it, the list shows it, it is read, removed, and brought back.
import type { Page } from '@playwright/test';
import { enter, enterElsewhere, spoken } from '../account';
import { expect, test } from '../fixtures';
import { onPhone, say, sound } from '../shell';

/** A busy machine may need longer than the eight seconds in which one can take a removal back. */
const giveTime = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === 8_000 ? 600_000 : ms)) as typeof setTimeout;
  });

for (const language of spoken('zh-CN')) {
  const t = say(language, 'notices');

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
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(t('notices.isUnread'));
    await sound(page);

    await row.getByRole('button').first().click();
    await expect(page).toHaveURL(/\/app\/notice\?id=\d+$/);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('article')).toBeVisible();
    await sound(page);
    await expect(page.locator('header').getByRole('link', { name: t('shell.messages'), exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('notices.readAll') })).toBeDisabled();
    await dialog
      .getByRole('button', { name: t('common.close') })
      .last()
      .click();
    await expect(dialog).toHaveCount(0);
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
    await page.goto('/app/notice');
    await expect(page.getByText(t('notices.empty'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('common.refresh'), exact: true })).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

for (const language of spoken('en-US')) {
  const t = say(language, 'notices');

  test(`on a phone the messages are cards, the bell leads to them, and a removal can be taken back, ${language}`, async ({
    browser,
    baseURL,
    demo,
    request,
    complaints,
  }) => {
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
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('article')).toBeVisible();
    await sound(page);
    await dialog
      .getByRole('button', { name: t('common.close') })
      .last()
      .tap();
    await expect(dialog).toHaveCount(0);
    await card.getByRole('button').last().tap();
    await expect(page.getByText(t('notices.empty'))).toBeVisible();
    await page.getByRole('button', { name: t('notices.undo') }).tap();
    await expect(card).toHaveCount(1);
    await page.context().close();
  });
}
