// Signing in by another provider: bound to an account by signing in to it or to a new one, then straight in; and cancelled there.
import type { Page } from '@playwright/test';
import { languages, spoken } from '../../account';
import { askForCode, codeInput, field, looksSound, pageIn } from '../../entry';
import { expect, newNumber, PASSWORD, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const GOOD = 'Tree&House7';

/** To one of the providers. */
async function openProvider(page: Page, which: number, language: (typeof languages)[number]) {
  const answer = await page.request.get('/app-api/member/auth/register-type', {
    headers: { 'Accept-Language': language },
  });
  const { social } = (await answer.json()).data as { social: { name: string }[] };
  const provider = page.getByRole('button', { name: social[which]?.name ?? 'no such provider' });
  // The browser stays until the agreements are accepted; that is said at the button, and can be done there.
  await provider.click();
  const missing = page.getByRole('alert');
  await expect(missing).toBeVisible();
  if (which === 0) {
    await missing.getByRole('button').click();
  } else {
    await page.getByRole('checkbox').check();
    await expect(missing).toHaveCount(0);
    await provider.click();
  }
  await expect(page.locator('a.person').first()).toBeVisible();
}

/** To a provider, and back as one of its people. */
async function goAs(page: Page, who: { provider: number; person: number }, language: (typeof languages)[number]) {
  await page.goto('/app/login?redirect=%2Findex%3Fsort%3D2');
  await openProvider(page, who.provider, language);
  await page.locator('a.person').nth(who.person).click();
}

for (const language of spoken('en-US')) {
  const at = languages.indexOf(language);
  const t = wordsIn(language);

  test(`a new face is bound by signing in, in ${language} @pg-sweep`, async ({
    browser,
    baseURL,
    demo,
    complaints,
  }) => {
    const { account: phone } = await demo.member();
    const page = await pageIn(browser, baseURL ?? '', language, complaints);
    await goAs(page, { provider: 0, person: at }, language);
    await expect(page.getByRole('heading', { level: 1, name: t('bind.heading') })).toBeVisible();
    await expect(page.getByText(['林小满', 'Ana Duarte'][at] ?? '', { exact: true })).toBeVisible();
    await field(page, t('signIn.account')).fill(phone);
    await field(page, t('signIn.password')).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('bind.signIn') }).click();
    await expect(page).toHaveURL(/\/app\/index\?sort=2/);
    await page.context().close();
  });

  test(`a new face is bound by registering, in ${language}`, SWEPT, async ({ browser, baseURL, demo, complaints }) => {
    const phone = newNumber();
    const page = await pageIn(browser, baseURL ?? '', language, complaints);
    await goAs(page, { provider: 1, person: at }, language);
    await page.getByRole('tab', { name: t('bind.new') }).click();
    await field(page, t('signIn.phone')).fill(phone);
    await codeInput(page).fill(await askForCode(page, demo, language, phone, 'register'));
    await field(page, t('newPassword.label')).fill(GOOD);
    await field(page, t('newPassword.again')).fill(GOOD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('bind.register') }).click();
    await expect(page).toHaveURL(/\/app\/index\?sort=2/);
    await page.context().close();
  });

  test(
    `whoever cancels at the provider is told so and led back, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      const page = await pageIn(browser, baseURL ?? '', language, complaints);
      await page.goto('/app/login?redirect=%2Findex%3Fsort%3D2');
      await openProvider(page, 0, language);
      await page.locator('a.cancel').click();
      await expect(page.getByRole('heading', { level: 1, name: t('social.cancelledTitle') })).toBeVisible();
      await page.getByRole('button', { name: t('social.back') }).click();
      await expect(page).toHaveURL(/\/app\/login\?redirect=%2Findex%3Fsort%3D2/);
      await page.context().close();
    },
  );

  test(
    `an answer that this page did not ask for is refused, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      const page = await pageIn(browser, baseURL ?? '', language, complaints);
      await page.goto('/app/auth-redirect?code=stolen&state=elsewhere');
      await expect(page.getByText(t('social.unasked'))).toBeVisible();
      await page.context().close();
    },
  );

  test(
    `binding can be left, and is sound on a desk in the light and on a phone in the dark, in ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      await looksSound(browser, baseURL ?? '', language, complaints, async (page) => {
        await goAs(page, { provider: 1, person: 3 }, language);
        await expect(page.getByRole('heading', { level: 1, name: t('bind.heading') })).toBeVisible();
        await page.getByRole('tab', { name: t('bind.new') }).click();
        await expect(field(page, t('newPassword.again'))).toBeVisible();
      });
      const page = await pageIn(browser, baseURL ?? '', language, complaints);
      await goAs(page, { provider: 1, person: 3 }, language);
      // The other ways to sign in come last, and move the button.
      await expect(page.getByRole('button', { name: t('signIn.by.sms') })).toBeVisible();
      await page.getByRole('button', { name: t('bind.cancel') }).click();
      await expect(page).toHaveURL(/\/app\/login/);
      await page.goto('/app/bind');
      await expect(page).toHaveURL(/\/app\/login/);
      await page.context().close();
    },
  );
}
