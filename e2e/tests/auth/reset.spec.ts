// A forgotten password: proved by a code, replaced, and every device is signed out.
import { enterElsewhere, spoken } from '../../account';
import { askForCode, codeInput, field, looksSound, pageIn } from '../../entry';
import { expect, PASSWORD, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const GOOD = 'Tree&House7';

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`a forgotten password is replaced and every device signed out, in ${language} @pg-sweep`, async ({
    browser,
    baseURL,
    demo,
    complaints,
    request,
  }) => {
    const { account: number } = await demo.member();
    const elsewhere = await enterElsewhere(request, number, 'APP');
    const page = await pageIn(browser, baseURL ?? '', language, complaints);
    await page.goto('/app/login');
    await page.getByRole('link', { name: t('signIn.forgot') }).click();
    await field(page, t('signIn.phone')).fill(number);
    const code = await askForCode(page, demo, language, number, 'reset');
    // Filled in at once, as browsers do it, a code goes on by itself; changed by hand it waits for the button.
    await codeInput(page).fill(code === '111111' ? '222222' : '111111');
    await expect(page.getByRole('alert')).toContainText(/请输入正确的验证码|Enter the correct verification code/);
    await codeInput(page).fill(code);
    await page.getByRole('button', { name: t('reset.next') }).click();
    await field(page, t('newPassword.new')).fill(GOOD);
    await field(page, t('newPassword.again')).fill(GOOD);
    await page.getByRole('button', { name: t('reset.submit') }).click();
    await expect(page.getByText(t('reset.done'))).toBeVisible();
    const answer = await request.get('/getInfo', {
      headers: { Authorization: `Bearer ${elsewhere.accessToken}`, terminal: 'APP' },
    });
    expect((await answer.json()).code).toBe(401);

    await page.getByRole('button', { name: t('register.signIn') }).click();
    await expect(field(page, t('signIn.account'))).toHaveValue(number);
    await page.getByRole('checkbox').check();
    await field(page, t('signIn.password')).fill(PASSWORD);
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(/账号或密码不正确|not correct/);
    await field(page, t('signIn.password')).fill(GOOD);
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
    await expect(page).toHaveURL(/\/app\/index/);
    await page.context().close();
  });

  test(
    `the reset is sound on a desk in the light and on a phone in the dark, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      await looksSound(browser, baseURL ?? '', language, complaints, async (page) => {
        await page.goto('/app/restpassword');
        await page.getByRole('button', { name: t('reset.next') }).click();
        await expect(field(page, t('signIn.phone'))).toBeFocused();
      });
    },
  );
}
