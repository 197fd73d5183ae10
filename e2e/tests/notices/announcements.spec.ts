// An announcement from its draft to its end: an operator writes, previews, schedules, publishes and withdraws it; one member sees it in two browsers.
import type { Browser, Page } from '@playwright/test';
import { enterElsewhere } from '../../account';
import { type Demo, expect, listen, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { type Dress, dresses, enterIn, once, sound } from '../../shell';
import { wordsIn } from '../../words';

/** An operator who may write announcements and nothing else. */
async function writer(demo: Demo, userId: number): Promise<string> {
  const userName = `writer${userId}`;
  await demo.seed({
    operators: [{ userName, password: PASSWORD, permissions: ['system:notice:list', 'system:notice:edit'] }],
  });
  return userName;
}

/** The popups were asked for, as a fresh navigation to the list asks, and what is due has come: nothing is on its way any more. */
async function popupsAsked(page: Page): Promise<void> {
  await page.waitForResponse(/notify-msg-manager\/page.*pageSize=300/);
  await page.waitForLoadState('networkidle');
}

/** A further browser of the member, in which the list was opened. */
async function opened(
  browser: Browser,
  demo: Demo,
  dress: Dress,
  account: string,
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.origin, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await listen(page, complaints);
  const asked = popupsAsked(page);
  await enterIn(page, dress, account);
  await asked;
  return page;
}

/** Opens the list anew. */
async function arrive(page: Page): Promise<void> {
  const asked = popupsAsked(page);
  await page.goto('/app/index');
  await asked;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

for (const dress of dresses) {
  const t = wordsIn(dress.language);
  const inChinese = dress.language === 'zh-CN';

  const sentence = `an operator writes, previews, schedules, publishes and withdraws a popup, which a member sees once in each browser, ${dress.where}`;
  test(sentence, once(dress, 'desk'), async ({ page, browser, demo, request, complaints }) => {
    const { account } = await demo.member();
    const { userId } = await enterElsewhere(request, account, 'APP');
    const titles = { chinese: `维护 ${userId}`, english: `Maintenance ${userId}` };
    const title = inChinese ? titles.chinese : titles.english;
    const side = inChinese ? ('chinese' as const) : ('english' as const);
    const other = inChinese ? ('english' as const) : ('chinese' as const);
    await enterIn(page, dress, await writer(demo, userId), '/app/operator/announcements');
    await page.getByRole('button', { name: t('announcements.add') }).click();
    const dialog = page.getByRole('dialog', { name: t('announcements.add') });
    const field = (name: string, language: 'chinese' | 'english') =>
      dialog.getByLabel(`${t(`announcements.${name}`)} · ${t(`announcements.${language}`)}`);
    const save = () => dialog.getByRole('button', { name: t('announcements.saveDraft') }).click();
    await dialog.getByRole('radio', { name: t('announcements.popupText') }).check();
    await field('titleField', side).fill(titles[side]);
    // Nothing is kept while a title is missing.
    await save();
    await expect(dialog.getByText(inChinese ? '请输入标题' : 'Enter a title')).toBeVisible();
    await field('titleField', other).fill(titles[other]);
    await field('text', other).fill('<b>other</b>');
    await field('text', side).fill('Tonight <script>alert(1)</script>');
    await choose(page, t('announcements.audience'), t('announcements.named'));
    await dialog.getByLabel(t('announcements.members')).fill(String(userId));
    await expect(dialog.getByText(t('announcements.audienceCount', { count: '1' }))).toBeVisible();
    await dialog.getByText(t('announcements.never'), { exact: true }).click();
    await save();
    await expect(dialog.getByText(inChinese ? '内容不能包含脚本' : 'The text must not contain scripts')).toBeVisible();
    await field('text', side).fill('Tonight we <b>rest</b>');
    const preview = dialog.getByRole('region', { name: t('announcements.preview') });
    await expect(preview.locator('b')).toHaveText('rest');
    await preview.getByText(t(`announcements.${other}`), { exact: true }).click();
    await expect(preview.locator('b')).toHaveText('other');
    // A day of next year, chosen as a finger chooses it.
    await dialog.getByLabel(t('announcements.from'), { exact: true }).click();
    const calendar = page.locator('.ant-picker-dropdown');
    await calendar.locator('.ant-picker-header-super-next-btn').click();
    await calendar.locator('.ant-picker-cell-in-view').nth(14).click();
    await calendar.locator('.ant-picker-ok button').click();
    await expect(calendar).toBeHidden();
    await sound(page);
    await save();
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole(dress.wide ? 'row' : 'listitem').filter({ hasText: title });
    await expect(row).toContainText(t('announcements.states.draft'));
    await row.getByRole('button', { name: t('announcements.publishName', { title }) }).click();
    await page.getByRole('button', { name: t('announcements.publishTo', { count: '1' }) }).click();
    await expect(row).toContainText(t('announcements.states.scheduled'));
    await soundInBoth(page, dress);

    const first = await opened(browser, demo, dress, account, complaints);
    const popup = first.getByRole('dialog', { name: title });
    await expect(first.getByRole('dialog')).toHaveCount(0);
    // Without a moment to begin at, the scheduled one begins.
    await row.getByRole('button', { name: t('announcements.editName', { title }) }).click();
    const editor = page.getByRole('dialog', { name: t('announcements.edit') });
    const begins = editor
      .locator('.ant-picker')
      .filter({ has: page.getByLabel(t('announcements.from'), { exact: true }) });
    await begins.hover();
    await begins.locator('.ant-picker-clear').click();
    await editor.getByRole('button', { name: t('announcements.save') }).click();
    await expect(editor).toHaveCount(0);
    await expect(row).toContainText(t('announcements.states.live'));

    await arrive(first);
    await expect(popup.locator('b')).toHaveText('rest');
    await sound(first);
    await popup.getByRole('button', { name: t('announced.gotIt') }).click();
    await expect(popup).toHaveCount(0);
    await arrive(first);
    await expect(first.getByRole('dialog')).toHaveCount(0);
    await first.context().close();
    // A second browser of the same member has confirmed nothing.
    const second = await opened(browser, demo, dress, account, complaints);
    await expect(second.getByRole('dialog', { name: title }).locator('b')).toHaveText('rest');

    await row.getByRole('button', { name: t('announcements.withdrawName', { title }) }).click();
    await page
      .getByRole('button', { name: t('announcements.withdraw'), exact: true })
      .last()
      .click();
    await expect(row).toContainText(t('announcements.states.withdrawn'));
    const seen = dress.wide
      ? row.getByRole('cell').nth(3)
      : row.locator('dl > div').filter({ hasText: t('announcements.seen') });
    await expect(seen).toContainText('1');
    await arrive(second);
    await expect(second.getByRole('dialog')).toHaveCount(0);
    await second.context().close();
    expect(complaints).toEqual([]);
  });
}
