// A new account, in both languages; and what happens to those who have one.
import { spoken } from '../../account';
import { askForCode, codeInput, field, looksSound, pageIn } from '../../entry';
import { expect, newNumber, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const GOOD = 'Tree&House7';

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(`a new member registers from the sign-in page, in ${language} @pg-sweep`, async ({
    browser,
    baseURL,
    demo,
    complaints,
  }) => {
    const number = newNumber();
    const page = await pageIn(browser, baseURL ?? '', language, complaints);
    await page.goto('/app/login?redirect=%2Findex%3Fsort%3D2');
    await page.getByRole('link', { name: t('signIn.register') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('register.heading') })).toBeFocused();
    await field(page, t('signIn.phone')).fill(number);
    const code = await askForCode(page, demo, language, number, 'register');
    await codeInput(page).fill(code);
    await field(page, t('newPassword.label')).fill('lowercase1!');
    await field(page, t('newPassword.again')).fill(GOOD);
    await page.getByRole('button', { name: t('register.submit') }).click();
    await expect(field(page, t('newPassword.label'))).toBeFocused();
    await field(page, t('newPassword.label')).fill(GOOD);
    await page.getByRole('button', { name: t('register.submit') }).click();
    await page.getByRole('button', { name: t('register.agreeAndGo') }).click();
    await expect(page).toHaveURL(/\/app\/index\?sort=2/);
    await page.context().close();
  });

  test(
    `a number that has an account goes on to sign-in with one click, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, demo, complaints }) => {
      const { account } = await demo.member();
      const page = await pageIn(browser, baseURL ?? '', language, complaints);
      await page.goto('/app/register');
      await field(page, t('signIn.phone')).fill(account);
      const code = await askForCode(page, demo, language, account, 'register');
      await field(page, t('newPassword.label')).fill(GOOD);
      await field(page, t('newPassword.again')).fill(GOOD);
      await page.getByRole('checkbox').check();
      // A wrong code tells nothing of the account.
      await codeInput(page).fill(code === '111111' ? '222222' : '111111');
      await page.getByRole('button', { name: t('register.submit') }).click();
      await expect(page.getByRole('alert')).toContainText(/请输入正确的验证码|Enter the correct verification code/);
      await expect(page.getByRole('button', { name: t('register.toSignIn') })).toBeHidden();
      await codeInput(page).fill(code);
      await page.getByRole('button', { name: t('register.submit') }).click();
      await page.getByRole('button', { name: t('register.toSignIn') }).click();
      await expect(field(page, t('signIn.account'))).toHaveValue(account);
      await page.context().close();
    },
  );

  test(
    `registration is sound on a desk in the light and on a phone in the dark, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      await looksSound(browser, baseURL ?? '', language, complaints, async (page) => {
        await page.goto('/app/register');
        await field(page, t('newPassword.label')).fill('Tree');
        await page.getByRole('button', { name: t('register.submit') }).click();
        await expect(field(page, t('signIn.phone'))).toBeFocused();
      });
    },
  );
}
