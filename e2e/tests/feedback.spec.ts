// Feedback: a draft outlives its dialog, an operator answers it in the inbox, and the answer is a message in every window of the member.
import type { Page } from '@playwright/test';
import { enter, enterElsewhere, spoken } from '../account';
import { expect, expectToast, listen, PASSWORD, test } from '../fixtures';
import { soundOnPhone } from '../layouts';
import { dresses, enterIn, openMenu, sound } from '../shell';
import { SWEPT } from '../sweep';
import { type Translate, wordsIn } from '../words';

/** An operator answers a question of the inbox. An answer without words is refused, and `judge` looks at how that is said. */
async function answer(page: Page, t: Translate, title: string, words: string, judge: () => Promise<void>) {
  await page.getByRole('button', { name: t('inbox.openName', { title }) }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: title })).toBeVisible();
  await drawer.getByRole('button', { name: t('inbox.send') }).click();
  await expect(drawer.getByText(/^(请输入回复|Enter an answer)$/)).toBeVisible();
  await judge();
  await drawer.getByLabel(t('inbox.answer'), { exact: true }).fill(words);
  await drawer.getByRole('button', { name: t('inbox.send') }).click();
  await expectToast(page, t('inbox.sent'));
  await expect(drawer.getByText(words)).toBeVisible();
}

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(`feedback is kept as a draft, answered by an operator, and its answer read, ${language}`, async ({
    page,
    context,
    browser,
    baseURL,
    demo,
    complaints,
  }) => {
    const { account } = await demo.member();
    await enter(page, language, account);
    const second = await context.newPage();
    await listen(second, complaints);
    await second.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    await second.goto('/app/notice');
    await expect(second.getByText(t('notices.empty'))).toBeVisible();

    const dialog = page.getByRole('dialog', { name: t('feedback.title') });
    const title = `画面卡顿 ${account}`;
    await page.getByRole('button', { name: t('feedback.title') }).click();
    await dialog.getByLabel(t('feedback.name'), { exact: true }).fill(title);
    await dialog.getByLabel(t('feedback.content'), { exact: true }).fill('第一行\n第二行');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: t('feedback.title') }).click();
    await expect(dialog.getByText(t('feedback.draftKept'))).toBeVisible();
    await expect(dialog.getByLabel(t('feedback.content'), { exact: true })).toHaveValue('第一行\n第二行');
    await sound(page);
    await dialog.getByRole('button', { name: t('feedback.submit') }).click();
    await expectToast(page, t('feedback.sent'));
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: t('feedback.title') }).click();
    await expect(dialog.getByLabel(t('feedback.name'), { exact: true })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const office = await browser.newContext({ baseURL, locale: language, reducedMotion: 'reduce' });
    const desk = await office.newPage();
    await listen(desk, complaints);
    await enter(desk, language, 'admin', PASSWORD, '/app/operator/feedback');
    await expect(desk.getByRole('navigation').getByRole('button', { name: t('pages.operator') })).toBeVisible();
    await sound(desk);
    await answer(desk, t, title, '已修复 <b>x</b>', async () => {
      await sound(desk);
      await soundOnPhone(desk);
    });
    await office.close();

    for (const each of [page, second]) {
      await expect(each.locator('header').getByRole('link', { name: t('shell.unread', { n: '1' }) })).toBeVisible();
    }
    const row = second
      .getByRole('list', { name: t('notices.title') })
      .getByRole('listitem')
      .filter({ hasText: title });
    await expect(row).toContainText(t('notices.kind.2'));
    const kinds = second.getByRole('group', { name: t('notices.kinds') });
    await kinds
      .locator('label')
      .filter({ hasText: t('notices.kind.1') })
      .click();
    await expect(second.getByText(t('notices.noMatch'))).toBeVisible();
    await kinds
      .locator('label')
      .filter({ hasText: t('notices.kind.2') })
      .click();
    await row.getByRole('button').first().click();
    await expect(second).toHaveURL(/\/app\/seeNotice\?id=\d+&type=2$/);
    const article = second.getByRole('article');
    await expect(article).toContainText('已修复 <b>x</b>');
    await expect(article.locator('blockquote')).toContainText(title);
    await expect(article.locator('blockquote')).toContainText('第二行');
    await sound(second);
    for (const each of [page, second]) {
      await expect(each.locator('header').getByRole('link', { name: t('shell.messages'), exact: true })).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
}

for (const dress of dresses.filter(({ wide }) => !wide)) {
  const t = wordsIn(dress.language);

  const title = `an operator goes from the menu to the inbox, and answers there, ${dress.where}`;
  test(title, SWEPT, async ({ page, demo, request, complaints }) => {
    const { account } = await demo.member();
    const { accessToken } = await enterElsewhere(request, account, 'APP');
    const question = `Stutters ${account}`;
    const sent = await request.post('/app-api/system/user-feedback/feedback', {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { feedbackTitle: question, feedbackContent: 'Every evening', feedbackSource: '1' },
    });
    expect(await sent.json()).toMatchObject({ code: 0 });
    await enterIn(page, dress, 'admin', '/app/operator/announcements');
    const menu = await openMenu(page, dress);
    // How many wait stands in its name.
    await menu.getByRole('link', { name: t('pages.feedback') }).click();
    await expect(page).toHaveURL(/\/app\/operator\/feedback$/);
    await answer(page, t, question, 'Mended', () => sound(page));
    expect(complaints).toEqual([]);
  });
}
