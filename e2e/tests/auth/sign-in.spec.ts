// Getting in: what is refused and how that is said, and what survives a reload.
import type { APIRequestContext, Page } from '@playwright/test';
import { enter, sentCode, signOut, spoken } from '../../account';
import { listening, solved } from '../../captcha';
import {
  askForCode,
  captchaInput,
  codeInput,
  field,
  looksSound,
  pageIn,
  pasteCode,
  resendButton,
  solveHere,
} from '../../entry';
import {
  type Demo,
  expect,
  FIRST_MEMBER,
  newNumber,
  PASSWORD,
  serverIsAheadMs,
  submitSignIn,
  test,
  timed,
} from '../../fixtures';
import { daily, SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

test('a wrong password and an unknown account are told apart by nobody', SWEPT, async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member();
  await page.goto('/app/');
  const answers: (string | null)[] = [];
  for (const who of [member.account, newNumber(), 'nobody']) {
    await submitSignIn(page, t, who, 'Wrong#2026');
    const words = page.getByText('账号或密码不正确').first();
    await expect(words).toBeVisible();
    answers.push(await words.textContent());
    await page.reload();
  }
  expect(new Set(answers).size).toBe(1);
});

const missing = {
  'zh-CN': ['手机号不能为空', '密码不能为空', '请输入正确的手机号'],
  'en-US': ['Phone number cannot be empty', 'Password cannot be empty', 'Enter a valid phone number'],
} as const;

for (const language of spoken('en-US')) {
  const t = wordsIn(language);
  const [noNumber, noPassword, wrongNumber] = missing[language];

  test(
    `the form says what is missing, in its own words, and sends nothing, in ${language}`,
    SWEPT,
    async ({ page }) => {
      let sent = 0;
      page.on('request', (request) => {
        if (request.url().includes('sms-login')) sent++;
      });
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      await page.goto('/app/');
      await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
      await expect(page.getByText(noNumber)).toBeVisible();
      await expect(page.getByText(noPassword)).toBeVisible();
      await field(page, t('signIn.account')).fill('12345');
      await expect(page.getByText(wrongNumber)).toBeVisible();
      expect(sent).toBe(0);
    },
  );
}

test('whoever comes by a link signs in by the keyboard alone and returns to it, and a reload keeps the session @pg-sweep', async ({
  page,
}) => {
  const t = wordsIn('zh-CN');
  await page.goto('/app/index?q=01&sort=2');
  await expect(page).toHaveURL(/\/app\/login\?redirect=/);
  await page.getByRole('tab', { name: t('signIn.by.password') }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type(FIRST_MEMBER);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await field(page, t('signIn.password')).press('Enter');
  await expect(page).toHaveURL(/\/app\/index\?q=01&sort=2/);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
});

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`signing out asks, and leads to the sign-in page for good, in ${language}`, SWEPT, async ({ page }) => {
    await enter(page, language);
    await signOut(page, t);
    await expect(page).toHaveURL(/\/app\/login/);
    await page.goto('/app/index');
    await expect(page).toHaveURL(/\/app\/login/);
  });
}

/** Wrong passwords beside the browser, each with what it needs. */
async function wrongly(request: APIRequestContext, phone: string, times: number) {
  for (let time = 0; time < times; time++) {
    const captcha = time < 3 ? {} : await solved(request, 'login');
    const answer = await request.post('/app-api/member/auth/sms-login', {
      headers: { terminal: 'WEB' },
      data: { phone, password: 'Wrong#2026', agreed: true, ...captcha },
    });
    expect((await answer.json()).code).not.toBe(0);
  }
}

/** Gives a member an address that codes reach. */
async function giveMail(request: APIRequestContext, demo: Demo, phone: string, email: string) {
  const signedIn = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal: 'APP' },
    data: { phone, password: PASSWORD, agreed: true },
  });
  const headers = { terminal: 'APP', Authorization: `Bearer ${(await signedIn.json()).data.accessToken}` };
  const asked = await request.post('/app-api/member/captcha/sendSmsCode', {
    headers,
    data: { email, purpose: 'email' },
  });
  const { uuid } = (await asked.json()).data;
  const data = { email, emailCode: await sentCode(demo, email, 'email'), emailUuid: uuid };
  const changed = await request.put('/app-api/member/member/update-client', { headers, data });
  expect((await changed.json()).code).toBe(0);
}

test.describe('every way in', () => {
  for (const language of spoken('zh-CN')) {
    const t = wordsIn(language);

    test(`with a password, however the account is written, in ${language} @pg-sweep`, async ({
      browser,
      baseURL,
      complaints,
    }) => {
      const members = ['138 0000 0000', '+86 13800000000'];
      for (const who of daily(['ADMIN'], [...members, 'admin', 'ADMIN'])) {
        const page = await pageIn(browser, baseURL ?? '', language, complaints);
        await page.goto('/app/login');
        await submitSignIn(page, t, who);
        await expect(page).toHaveURL(/\/app\/index/);
        const name = members.includes(who) ? '138****0000' : 'admin';
        await expect(page.getByRole('button', { name: t('shell.account') })).toContainText(name);
        await page.context().close();
      }
    });

    test(`by a code that came by SMS, pasted as it came, in ${language} @pg-sweep`, async ({
      browser,
      baseURL,
      demo,
      complaints,
    }) => {
      const { account: phone } = await demo.member();
      const page = await pageIn(browser, baseURL ?? '', language, complaints);
      await page.goto('/app/login');
      await page.getByRole('tab', { name: t('signIn.by.sms') }).click();
      await field(page, t('signIn.phone')).fill(phone);
      const code = await askForCode(page, demo, language, phone, 'login');
      await page.getByRole('checkbox').check();
      await pasteCode(page, `【Owldeck】${code}，10 min`);
      await expect(page).toHaveURL(/\/app\/index/);
      await page.context().close();
    });

    timed(
      `by e-mail, with a code and with the password, in ${language}`,
      SWEPT,
      async ({ browser, baseURL, demo, complaints, request }) => {
        const { account: phone } = await demo.member();
        const email = `owl${phone}@example.com`;
        await giveMail(request, demo, phone, email);
        await demo.later(61);
        const page = await pageIn(browser, baseURL ?? '', language, complaints);
        await page.goto('/app/login');
        await page.getByRole('tab', { name: t('signIn.by.email') }).click();
        await field(page, t('signIn.email')).fill(email.toUpperCase());
        const code = await askForCode(page, demo, language, email, 'login');
        await page.getByRole('checkbox').check();
        // Filled in at once, as browsers do it, a code goes on by itself.
        await codeInput(page).fill(code);
        await expect(page).toHaveURL(/\/app\/index/);
        await page.context().clearCookies();
        await page.goto('/app/login');
        await page.getByRole('tab', { name: t('signIn.by.email') }).click();
        await field(page, t('signIn.email')).fill(email);
        await page.getByRole('button', { name: t('signIn.usePassword') }).click();
        await field(page, t('signIn.password')).fill(PASSWORD);
        await page.getByRole('checkbox').check();
        await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
        await expect(page).toHaveURL(/\/app\/index/);
        await page.context().close();
      },
    );

    for (const way of ['password', 'sms', 'email'] as const) {
      test(
        `the way by ${way} and its refusals are sound on a desk in the light and on a phone in the dark, in ${language}`,
        SWEPT,
        async ({ browser, baseURL, complaints }) => {
          await looksSound(browser, baseURL ?? '', language, complaints, async (page) => {
            await page.goto('/app/login');
            await page.getByRole('tab', { name: t(`signIn.by.${way}`) }).click();
            await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
            await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible();
          });
        },
      );
    }
  }
});

const limits = {
  'zh-CN': {
    wrongPicture: '图形验证码不正确或已失效，请重新输入',
    daily: '今日短信验证码已达上限，请明天再试，或使用密码登录',
  },
  'en-US': {
    wrongPicture: 'The characters in the picture are not correct or no longer valid',
    daily: 'The daily SMS code limit is reached: try again tomorrow, or use password login',
  },
} as const;

test.describe('too many tries', () => {
  for (const language of spoken('en-US')) {
    const t = wordsIn(language);
    const said = limits[language];
    const speak = (page: Page) => page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    const submit = (page: Page) => page.getByRole('button', { name: t('signIn.submit'), exact: true });
    const send = (page: Page) => page.getByRole('button', { name: t('code.send'), exact: true });

    test(`after three a picture is wanted: a wrong answer is refused, a click brings another, and it can be heard, in ${language}`, async ({
      page,
      request,
      demo,
    }) => {
      const { account: phone } = await demo.member();
      await wrongly(request, phone, 3);
      const ear = listening(page);
      await speak(page);
      await page.goto('/app/login');
      await submitSignIn(page, t, phone);
      const characters = captchaInput(page, language);
      const listen = page.getByRole('button', { name: t('captcha.listen') });
      await expect(characters).toBeFocused();
      await expect(listen).toBeEnabled();
      const picture = page.locator('img[src^="data:image/png"]');
      const first = await picture.getAttribute('src');
      await characters.fill('00000');
      await submit(page).click();
      await expect(page.getByRole('alert')).toContainText(said.wrongPicture);
      await expect(characters).toHaveValue('');
      await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
      const second = await picture.getAttribute('src');
      await page.getByRole('button', { name: t('captcha.next') }).click();
      await expect.poll(() => picture.getAttribute('src')).not.toBe(second);
      await listen.click();
      await expect(characters).toBeFocused();
      await solveHere(page, language, ear);
      await submit(page).click();
      await expect(page).toHaveURL(/\/app\/index/);
    });

    test(
      `beyond the limit the page says how long to wait, and counts it down, in ${language}`,
      SWEPT,
      async ({ page, request, demo }) => {
        const { account: phone } = await demo.member();
        await wrongly(request, phone, 10);
        const ear = listening(page);
        await speak(page);
        await page.goto('/app/login');
        await submitSignIn(page, t, phone);
        if (await captchaInput(page, language).isVisible()) {
          await solveHere(page, language, ear);
          await submit(page).click();
        }
        const wait = page.getByText(new RegExp(`^${t('entry.wait', { time: '1[0-5]:\\d\\d' })}$`));
        await expect(wait).toBeVisible();
        const before = await wait.textContent();
        await expect.poll(() => wait.textContent()).not.toBe(before);
      },
    );

    test(
      `a code is counted down over a reload, for its number alone, in ${language}`,
      SWEPT,
      async ({ page, demo }) => {
        const [phone, another] = [newNumber(), newNumber()];
        const number = field(page, t('signIn.phone'));
        await speak(page);
        await page.goto('/app/login');
        await page.getByRole('tab', { name: t('signIn.by.sms') }).click();
        await number.fill(phone);
        await askForCode(page, demo, language, phone, 'login');
        await page.reload();
        await expect(number).toHaveValue(phone);
        const counting = resendButton(page, t);
        await expect(counting).toHaveAttribute('aria-disabled', 'true');
        await number.fill(another);
        await expect(send(page)).toHaveAttribute('aria-disabled', 'false');
      },
    );

    timed(
      `the eleventh code of a day is refused in words, and the password is offered with the number kept, in ${language}`,
      SWEPT,
      async ({ page, request, demo }) => {
        const phone = newNumber();
        // All in one of the server's days: at midnight in Shanghai the count begins anew.
        const here = (Date.now() + (await serverIsAheadMs(demo.origin))) / 1000 + 8 * 3600;
        const left = Math.ceil(86_400 - (here % 86_400));
        if (left < 900) await demo.later(left);
        for (let time = 0; time < 10; time++) {
          const answer = await request.post('/app-api/member/captcha/sendSmsCode', {
            data: { phone, purpose: 'login', ...(await solved(request, 'sms')) },
          });
          const { code, msg, data } = await answer.json();
          expect(code, msg).toBe(0);
          expect(data.left).toBe(9 - time);
          await demo.later(61);
        }
        const ear = listening(page);
        await speak(page);
        await page.goto('/app/login');
        await page.getByRole('tab', { name: t('signIn.by.sms') }).click();
        await field(page, t('signIn.phone')).fill(phone);
        await send(page).click();
        await solveHere(page, language, ear);
        await send(page).click();
        await expect(page.getByRole('alert')).toContainText(said.daily);
        await page.getByRole('button', { name: t('signIn.usePassword'), exact: true }).click();
        await expect(field(page, t('signIn.account'))).toHaveValue(phone);
      },
    );
  }
});
