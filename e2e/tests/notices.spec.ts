// Messages: an alert comes, the badge counts it, the list shows it, it is read, removed, and brought back.
import { enter, enterElsewhere, languages, makeMember } from '../account';
import { expect, listen, test } from '../fixtures';
import { say, sound } from '../shell';

const PATIENCE = { timeout: 30_000 };

for (const [index, language] of languages.entries()) {
  const t = say(language, 'notices');

  test(`a message is counted, opened, and removed unless one takes that back, ${language}`, async ({
    page,
    demo,
    request,
    complaints,
  }) => {
    const phone = `1370000060${index}`;
    makeMember(demo, phone);
    // A busy machine may need longer than the eight seconds in which one can take it back.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = ((run: () => void, ms?: number) =>
        setTimeout(run, ms === 8_000 ? 600_000 : ms)) as typeof setTimeout;
    });
    await enter(page, language, phone);
    // A phone that was never seen is told as an alert.
    await enterElsewhere(request, phone, 'APP');
    const bell = page.locator('header').getByRole('link', { name: t('shell.unread', { n: '1' }) });
    await expect(bell).toBeVisible(PATIENCE);
    await bell.click();
    await expect(page).toHaveURL(/\/app\/notice$/);
    await expect(page.getByRole('heading', { level: 1, name: t('notices.title') })).toBeFocused();
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(t('notices.isUnread'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await sound(page);
    }

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

test('on a phone the messages are cards, and the bell leads to them', async ({
  browser,
  baseURL,
  demo,
  request,
  complaints,
}) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  listen(page, complaints);
  const t = say('en-US', 'notices');
  makeMember(demo, '13700000609');
  await enter(page, 'en-US', '13700000609');
  await enterElsewhere(request, '13700000609', 'APP');
  await page
    .locator('header')
    .getByRole('link', { name: t('shell.unread', { n: '1' }) })
    .click(PATIENCE);
  const card = page.getByRole('list', { name: t('notices.title') }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await sound(page);
  }
  await page.getByRole('button', { name: t('notices.readAll') }).tap();
  await expect(card).toContainText(t('notices.isRead'));
  await card.getByRole('button').first().tap();
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
  await sound(page);
  await context.close();
});
