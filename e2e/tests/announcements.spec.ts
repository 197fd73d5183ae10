// An announcement from its draft to its end: an operator writes, previews, schedules, publishes and withdraws it; one member sees it in two browsers.
import type { Browser, Page } from '@playwright/test';
import { enter, enterElsewhere } from '../account';
import { type Demo, expect, PASSWORD, test } from '../fixtures';
import { say, sound } from '../shell';

const t = say('en-US', 'announcements');
const notices = say('en-US', 'notices');

let writers = 0;

/** An operator who may write announcements and nothing else. */
async function writer(demo: Demo): Promise<string> {
  writers += 1;
  const userName = `writer${writers}`;
  await demo.seed({
    operators: [{ userName, password: PASSWORD, permissions: ['system:notice:list', 'system:notice:edit'] }],
  });
  return userName;
}

async function opened(browser: Browser, demo: Demo, account: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await enter(page, 'en-US', account, PASSWORD, path);
  return page;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

test('an operator writes, previews, publishes and withdraws a popup, which a member sees once in each browser', async ({
  page,
  browser,
  demo,
  request,
}) => {
  const { account } = await demo.member();
  const { userId } = await enterElsewhere(request, account, 'APP');
  await enter(page, 'en-US', await writer(demo), PASSWORD, '/app/operator/announcements');
  await page.getByRole('button', { name: t('announcements.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('announcements.popupText') }).check();
  await dialog.getByLabel(`${t('announcements.titleField')} · ${t('announcements.english')}`).fill('Maintenance');
  // Nothing is kept while a title is missing.
  await dialog.getByRole('button', { name: t('announcements.save') }).click();
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  await dialog.getByLabel(`${t('announcements.titleField')} · ${t('announcements.chinese')}`).fill('维护');
  await dialog.getByLabel(`${t('announcements.text')} · ${t('announcements.chinese')}`).fill('今晚<b>维护</b>');
  const text = dialog.getByLabel(`${t('announcements.text')} · ${t('announcements.english')}`);
  await text.fill('Tonight <script>alert(1)</script>');
  await choose(page, t('announcements.audience'), t('announcements.named'));
  await dialog.getByLabel(t('announcements.members')).fill(String(userId));
  await expect(dialog.getByText('1 member now')).toBeVisible();
  await dialog.getByText(t('announcements.never'), { exact: true }).click();
  await dialog.getByRole('button', { name: t('announcements.save') }).click();
  await expect(dialog.getByText('The text must not contain scripts')).toBeVisible();
  await text.fill('Tonight we <b>rest</b>');
  const preview = dialog.getByRole('region', { name: t('announcements.preview') });
  await expect(preview.locator('b')).toHaveText('rest');
  await sound(page);
  await dialog.getByRole('button', { name: t('announcements.save') }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'Maintenance' });
  await expect(row).toContainText(t('announcements.states.draft'));

  const first = await opened(browser, demo, account, '/app/index');
  await expect(first.getByRole('dialog')).toHaveCount(0);
  await row.getByRole('button', { name: t('announcements.publishName', { title: 'Maintenance' }) }).click();
  await expect(row).toContainText(t('announcements.states.live'));

  await first.goto('/app/index');
  const popup = first.getByRole('dialog');
  await expect(popup.locator('b')).toHaveText('rest');
  await popup.getByRole('button', { name: notices('announced.gotIt') }).click();
  await expect(popup).toHaveCount(0);
  const asked = first.waitForResponse(/notify-msg-manager\/page.*pageSize=300/);
  await first.goto('/app/index');
  await asked;
  await expect(popup).toHaveCount(0);
  await first.context().close();
  // Another browser of the same member has confirmed nothing.
  const second = await opened(browser, demo, account, '/app/index');
  await expect(second.getByRole('dialog').locator('b')).toHaveText('rest');

  await page.reload();
  await expect(row.getByRole('cell').nth(3)).toContainText('1');
  await row.getByRole('button', { name: t('announcements.withdrawName', { title: 'Maintenance' }) }).click();
  await page.getByRole('button', { name: t('announcements.withdraw'), exact: true }).last().click();
  await expect(row).toContainText(t('announcements.states.withdrawn'));
  const none = second.waitForResponse(/notify-msg-manager\/page.*pageSize=300/);
  await second.goto('/app/index');
  await none;
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await second.context().close();
});
