// Agreements: an operator writes and publishes a version; it is read before signing in, and the member sees which one was accepted.
import { enter } from '../../account';
import { expect, PASSWORD, submitSignIn, test } from '../../fixtures';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const t = wordsIn('en-US');

test('an operator publishes a version, everybody reads it, and the member who signs in has accepted it', async ({
  page,
  browser,
  demo,
}) => {
  const { account } = await demo.member();
  await demo.seed({
    operators: [
      { userName: 'lawyer', password: PASSWORD, permissions: ['system:agreement:list', 'system:agreement:edit'] },
    ],
  });
  await enter(page, 'en-US', 'lawyer', PASSWORD, '/app/operator/agreements');
  await page.getByRole('button', { name: t('agreements.write') }).click();
  await page.getByRole('menuitem', { name: t('agreements.name.privacy') }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByLabel(`${t('agreements.content')} · ${t('agreements.english')}`);
  await text.fill('We keep <script>alert(1)</script>');
  await dialog.getByRole('button', { name: t('agreements.save') }).click();
  await expect(dialog.getByText('The text must not contain scripts')).toBeVisible();
  await text.fill('<p>We keep your <b>number</b></p>');
  await sound(page);
  await dialog.getByRole('button', { name: t('agreements.save') }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: t('agreements.states.draft') });
  const words = { title: 'Privacy Policy', n: '2' };
  await row.getByRole('button', { name: t('agreements.publishName', words) }).click();
  await page
    .getByRole('button', { name: t('agreements.publish'), exact: true })
    .last()
    .click();
  await expect(row).toHaveCount(0);
  await sound(page);

  const context = await browser.newContext({ baseURL: demo.origin });
  const member = await context.newPage();
  await member.addInitScript(() => localStorage.setItem('locale', 'en-US'));
  await member.goto('/app/login');
  const name = /<privacy>(.*?)<\/privacy>/.exec(t('signIn.agree'))?.[1] ?? '';
  await member.getByRole('button', { name }).first().click();
  const shown = member.getByRole('dialog');
  await expect(shown.locator('b')).toHaveText('number');
  await shown
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(shown).toHaveCount(0);
  await submitSignIn(member, t, account);
  await expect(member.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeVisible();
  await go(member, '/setting/about');
  await expect(member.getByText('v2.2.0')).toBeVisible();
  const line = member.getByRole('listitem').filter({ hasText: 'Privacy Policy' });
  await expect(line).toContainText(/version 2/);
  await member.getByRole('button', { name: t('about.show') }).click();
  await expect(member.getByRole('cell', { name: 'react', exact: true })).toBeVisible();
  await sound(member);
  await context.close();
});
