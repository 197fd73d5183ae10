// The table of answer codes, walked in the browser: what the console does with each, and in which words.
// And the messages of the catalogue that concern accounts: said where they belong, literally.
import type { Page, Request, Route } from '@playwright/test';
import { enterAccount, enterElsewhere, type Language, spoken } from '../../account';
import { codeInput, field, pasteCode } from '../../entry';
import { expect, FIRST_MEMBER, networkNotes, PASSWORD, submitSignIn, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { inEither, wordsIn } from '../../words';

const END = '**/app-api/member/session/end';
const REFRESH = '**/app-api/member/auth/refresh-token*';
const SEND = '**/app-api/member/captcha/sendSmsCode';
const CHECK = '**/app-api/member/captcha/valid-sms-code';
const SIGN_IN = '**/app-api/member/auth/sms-login';
const REGISTER = '**/app-api/member/auth/register';
const PASSWORD_CHANGE = '**/app-api/member/member/update-phone-password';

const words = {
  'zh-CN': {
    end: '结束登录',
    ended: '已结束登录',
    requestId: /请求号/,
    expired: '登录已过期',
    tip: '提示',
    ok: '确定',
    401: '认证失败，无法访问系统资源',
    403: '当前操作没有权限',
    404: '访问资源不存在',
    500: '系统未知错误，请反馈给管理员',
    unknown: '系统未知错误，请反馈给管理员',
    1011000022: '云手机当前状态不支持此操作',
    1011101001: '云手机不存在',
    4100100102: '手机号已停用，请联系客服',
    agreements: '请先阅读并同意协议',
    daily: '今日短信验证码已达上限，请明天再试，或使用密码登录',
    code: '请输入正确的验证码',
    differ: '两次输入的密码不一致',
    failed: '注册失败，请稍后重试',
    binding: '第三方登录信息已失效，请重新登录',
    proof: '密码或验证码不正确',
    routes: '页面加载失败，请重新登录',
    network: '没有连上服务器，请检查网络后重试',
  },
  'en-US': {
    end: 'End sign-in',
    ended: 'Sign-in ended',
    requestId: /^Request /,
    expired: 'Your sign-in has expired',
    tip: 'Tip',
    ok: 'OK',
    401: 'Authentication failed, system resources cannot be accessed',
    403: 'No permission for the current operation',
    404: 'The resource does not exist',
    500: 'Unknown system error, please report it to the administrator',
    unknown: 'Unknown system error, please report it to the administrator',
    1011101001: 'There is no such phone',
    1011000022: "The phone's state does not allow this operation",
    4100100102: 'This phone number is disabled, please contact customer service',
    agreements: 'Read and agree to the agreements first',
    daily: 'The daily SMS code limit is reached: try again tomorrow, or use password login',
    code: 'Enter the correct verification code',
    differ: 'Passwords do not match',
    failed: 'Registration failed, please try again',
    binding: 'The sign-in by the other account is over, please start again',
    proof: 'The password or the code is not correct',
    routes: 'The pages could not be set up, please sign in again',
    network: 'The server could not be reached. Check your network and try again',
  },
} as const;

const answer =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body, headers: { 'x-request-id': 'req-1' } });
/** Answer of something between the browser and the server. */
const foreign = (status: number) => (route: Route) =>
  route.fulfill({ status, body: '<html>', contentType: 'text/html' });
// Without words: they are those of the table.
const wrongCode = answer({ code: 1002014000 });
const codeSent = answer({ code: 0, data: { uuid: 'request-1', expireSeconds: 600, resendSeconds: 60, left: 9 } });

/** The words of a refused refresh, and the HTTP status that they come with. */
const refusals = [
  ['无效的刷新令牌', 200],
  ['刷新令牌已过期', 401],
] as const;

/** Sends one call that shows what it meets, answered as told. */
async function meet(page: Page, language: Language, handler: (route: Route) => unknown): Promise<void> {
  await page.route(END, handler);
  await page.getByRole('button', { name: words[language].end }).first().click();
  const called = page.waitForRequest(END);
  await page.getByRole('dialog').getByRole('button', { name: words[language].end }).click();
  await called;
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The button that another code is asked for by, while it counts down. */
const RESEND = inEither((t) => t('code.again', { count: '\\d+' }));
const GOOD = 'Tree&House7';

const toasts = (page: Page) => page.locator('.ant-notification-notice');

/** Puts away what is shown, for the next to be the only one: all at once, since one that is over by itself could not be clicked. */
async function clear(page: Page): Promise<void> {
  await page.unroute(END);
  await toasts(page)
    .locator('.ant-notification-notice-close')
    .evaluateAll((all: HTMLElement[]) => {
      for (const each of all) each.click();
    });
  await expect(toasts(page)).toHaveCount(0);
}

/** Nothing is shown, also not a moment later: what the next call shows is the only thing. */
async function quiet(page: Page, language: Language): Promise<void> {
  await page.unroute(END);
  await meet(page, language, answer({ code: 0, data: true }));
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText(words[language].ended);
}

for (const language of spoken('en-US')) {
  const say = words[language];

  test(`the table of codes in ${language}`, SWEPT, async ({ page, demo, request }) => {
    const noted = networkNotes(page);
    const { account: phone } = await demo.member();
    await enterElsewhere(request, phone, 'PC');
    await enterAccount(page, language, phone, 'sessions');
    const step = (name: string, walk: () => Promise<void>) =>
      test.step(name, async () => {
        await walk();
        await clear(page);
      });

    for (const body of [{ data: true }, { code: 0, data: true }, { code: 200, data: true }]) {
      await step(`${JSON.stringify(body)} is success`, async () => {
        await meet(page, language, answer(body));
        await expect(toasts(page)).toContainText(say.ended);
      });
    }
    /** The first answer is a refusal: one refresh later the call is sent again, and all is well. */
    const refreshed = async (refuse: (route: Route) => unknown) => {
      let [refreshes, calls] = [0, 0];
      const count = (sent: Request) => {
        if (sent.url().includes('/auth/refresh-token')) refreshes += 1;
      };
      page.on('request', count);
      await meet(page, language, (route) => {
        calls += 1;
        return calls === 1 ? refuse(route) : answer({ code: 0, data: true })(route);
      });
      await expect(toasts(page)).toContainText(say.ended);
      expect([refreshes, calls]).toEqual([1, 2]);
      page.off('request', count);
    };
    await step('401 refreshes once and repeats the call', () => refreshed(answer({ code: 401, msg: say[401] })));
    await step('500 is a toast of its message', async () => {
      await meet(page, language, answer({ code: 500, msg: 'boom-500' }));
      await expect(toasts(page)).toContainText('boom-500');
      await expect(page.getByText(say.requestId)).toHaveCount(0);
    });
    for (const code of [403, 404, 500, 1011101001] as const) {
      await step(`${code} without a message has that of the table`, async () => {
        await meet(page, language, answer({ code }));
        await expect(toasts(page)).toContainText(say[code]);
      });
    }
    await step('any other code is a notification with its message and the request', async () => {
      await meet(page, language, answer({ code: 1002014004, msg: 'message-of-the-server' }));
      await expect(toasts(page)).toContainText('message-of-the-server');
      await expect(toasts(page)).toContainText('req-1');
    });
    await step('a code that nobody knows, without a message, is an unknown error', async () => {
      await meet(page, language, answer({ code: 123456 }));
      await expect(toasts(page)).toContainText(say.unknown);
    });
    await step('1011000022 rejects without a toast', async () => {
      await meet(page, language, answer({ code: 1011000022, msg: say[1011000022] }));
      await quiet(page, language);
    });
    await step('4100100102 is handed on as it is, and signs nobody out', async () => {
      await meet(page, language, answer({ code: 4100100102, msg: say[4100100102], data: { userId: 1 } }));
      await quiet(page, language);
      await expect(page).toHaveURL(/accountCenter/);
    });
    expect(noted).toEqual([]);
    for (const status of [403, 404, 502] as const) {
      await step(`HTTP ${status} that is no answer of the product has the words of its status`, async () => {
        await meet(page, language, foreign(status));
        await expect(toasts(page)).toContainText(status === 502 ? say.unknown : say[status]);
        // The browser itself notes the status.
        await expect.poll(() => noted.splice(0)).toEqual([expect.stringContaining(String(status))]);
      });
    }
    await step('no network says so', async () => {
      await meet(page, language, (route) => route.abort());
      await expect(toasts(page)).toContainText(say.network);
      await expect.poll(() => noted.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    });
    for (const [whose, refuse] of [
      ['the server', answer({ code: 401, msg: say[401] }, 401)],
      ['something between', foreign(401)],
    ] as const) {
      await step(`HTTP 401 of ${whose} refreshes once and repeats the call`, async () => {
        await refreshed(refuse);
        await expect.poll(() => noted.splice(0)).toEqual([expect.stringContaining('401')]);
      });
    }
    await test.step('HTTP 401 again after the refresh ends in the alert, and in it alone', async () => {
      await page.route(END, foreign(401));
      await page.getByRole('button', { name: say.end }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: say.end }).click();
      await expect(page.getByRole('dialog', { name: say.expired })).toBeVisible();
      await expect(page).toHaveURL(/\/app\/login/);
      await expect(toasts(page)).toHaveCount(0);
      // None is taken out here: the two may come one after the other.
      await expect.poll(() => noted).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
    });
  });

  for (const [msg, status] of refusals) {
    test(
      `a refused refresh (${msg}, HTTP ${status}) ends in the alert, and in it alone, in ${language}`,
      SWEPT,
      async ({ page, demo, request }) => {
        const { account: phone } = await demo.member();
        await enterElsewhere(request, phone, 'PC');
        await enterAccount(page, language, phone, 'sessions');
        await page.route(REFRESH, answer({ code: 401, msg }, status));
        await page.route(END, answer({ code: 401, msg: say[401] }, status));
        await page.getByRole('button', { name: say.end }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: say.end }).click();
        const alert = page.getByRole('dialog', { name: say.expired });
        await expect(alert).toBeVisible();
        await expect(page).toHaveURL(/\/app\/login/);
        await expect(page.getByText(msg)).toHaveCount(0);
        await expect(toasts(page)).toHaveCount(0);
        await alert.getByRole('button', { name: say.ok, exact: true }).click();
        await page.goto('/app/index');
        await expect(page).toHaveURL(/\/app\/login/);
      },
    );
  }

  test(
    `a disabled member is told by an alert, one without pages by a message; neither gets in, in ${language}`,
    SWEPT,
    async ({ page }) => {
      await page.route(SIGN_IN, answer({ code: 4100100102, msg: say[4100100102], data: { userId: 1 } }));
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      await page.goto('/app/login');
      await submitSignIn(page, wordsIn(language));
      const alert = page.getByRole('dialog', { name: say.tip });
      await expect(alert).toContainText(say[4100100102]);
      await alert.getByRole('button', { name: say.ok, exact: true }).click();
      await expect(page).toHaveURL(/\/app\/login/);

      await page.unroute(SIGN_IN);
      await page.route('**/getRouters', answer({ code: 0, data: [] }));
      await page.locator('button[type=submit]').click();
      await expect(toasts(page)).toContainText(say.routes);
      await expect(page).toHaveURL(/\/app\/login/);
    },
  );

  test(`what the catalogue says of getting in is said, in ${language}`, SWEPT, async ({ page }) => {
    const t = wordsIn(language);
    const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
    const told = (text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    const askForCode = async () => {
      await press('code.send');
      await expect(page.getByRole('button', { name: RESEND })).toBeVisible();
    };
    /** Types a different password into the second field, then the same. */
    const chooseTwice = async (label: string, submit: string) => {
      await field(page, t(label)).fill(GOOD);
      await field(page, t('newPassword.again')).fill(PASSWORD);
      await press(submit);
      await expect(page.getByText(say.differ)).toBeVisible();
      await field(page, t('newPassword.again')).fill(GOOD);
      await press(submit);
    };
    await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    await page.route(SEND, codeSent);
    for (const call of [SIGN_IN, REGISTER, CHECK, PASSWORD_CHANGE]) await page.route(call, wrongCode);

    await test.step('at sign-in', async () => {
      await page.goto('/app/login');
      await field(page, t('signIn.account')).fill(FIRST_MEMBER);
      await field(page, t('signIn.password')).fill(PASSWORD);
      await press('signIn.submit');
      await told(say.agreements);
      await page.getByRole('tab', { name: t('signIn.by.sms') }).click();
      await field(page, t('signIn.phone')).fill(FIRST_MEMBER);
      await askForCode();
      await page.getByRole('checkbox').check();
      await pasteCode(page, '123456');
      await told(say.code);
    });
    await test.step('at registration', async () => {
      await page.route(SEND, answer({ code: 1002014004 }));
      await page.goto('/app/register');
      await field(page, t('signIn.phone')).fill(FIRST_MEMBER);
      await press('code.send');
      await told(say.daily);
      await page.unroute(SEND);
      await page.route(SEND, codeSent);
      await askForCode();
      await codeInput(page).fill('123456');
      await chooseTwice('newPassword.label', 'register.submit');
      await told(say.agreements);
      await press('register.agreeAndGo');
      await told(say.code);
      await page.route(REGISTER, answer({ code: 500 }));
      await press('register.submit');
      await told(say.failed);
    });
    await test.step('at the reset', async () => {
      await page.goto('/app/restpassword');
      await field(page, t('signIn.phone')).fill(FIRST_MEMBER);
      await askForCode();
      await pasteCode(page, '123456');
      await told(say.code);
      await page.route(CHECK, answer({ code: 0, data: true }));
      await press('reset.next');
      await chooseTwice('newPassword.new', 'reset.submit');
      await told(say.code);
    });
    await test.step('at binding', async () => {
      const offer = { socialToken: 'spent', type: 50, nickname: 'x', avatar: '', redirect: null };
      await page.evaluate(
        (kept) => sessionStorage.setItem('owl-bind', JSON.stringify({ ...kept, endsAtMs: Date.now() + 60_000 })),
        offer,
      );
      await page.route(SIGN_IN, answer({ code: 1004003005 }));
      await page.goto('/app/bind');
      await field(page, t('signIn.account')).fill(FIRST_MEMBER);
      await field(page, t('signIn.password')).fill(PASSWORD);
      await press('bind.signIn');
      await told(say.agreements);
      await press('signIn.agreeAndGo');
      await told(say.binding);
    });
  });

  test(
    `what the catalogue says of an account's changes is said in their dialogs, in ${language}`,
    SWEPT,
    async ({ page, demo }) => {
      const t = wordsIn(language);
      const { account: phone } = await demo.member();
      await enterAccount(page, language, phone, 'security');
      const dialog = page.getByRole('dialog');
      const press = (key: string) => dialog.getByRole('button', { name: t(key), exact: true }).click();
      const told = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible();
      /** Opens a dialog, does in it what `walk` does, and throws away what was typed. */
      const open = (key: string, walk: () => Promise<void>) =>
        test.step(t(key), async () => {
          await page.getByRole('button', { name: t(key), exact: true }).click();
          await walk();
          await press('common.cancel');
          await page.getByRole('button', { name: t('form.discard'), exact: true }).click();
          await expect(dialog).toHaveCount(0);
        });
      const typeCode = async () => {
        await press('code.send');
        await expect(dialog.getByRole('button', { name: RESEND })).toBeVisible();
        await dialog.locator('input[autocomplete=one-time-code]').fill('123456');
      };
      await page.route(SEND, codeSent);
      for (const call of [CHECK, PASSWORD_CHANGE, '**/member/member/update-client']) await page.route(call, wrongCode);
      await page.route('**/member/member/delete', answer({ code: 1004003011 }));

      await open('account.password.change', async () => {
        await typeCode();
        await dialog.getByLabel(t('account.password.new'), { exact: true }).fill('gooseberry77');
        await dialog.getByLabel(t('account.password.again')).fill('gooseberry78');
        await press('account.password.change');
        await expect(dialog.getByText(say.differ)).toBeVisible();
        await dialog.getByLabel(t('account.password.again')).fill('gooseberry77');
        await press('account.password.change');
        await told(say.code);
      });
      await open('account.changePhone', async () => {
        await typeCode();
        await press('account.next');
        await told(say.code);
      });
      await open('account.addEmail', async () => {
        await dialog.getByLabel(t('account.email'), { exact: true }).fill('owl@example.com');
        await typeCode();
        await press('account.addEmail');
        await told(say.code);
      });
      await page.getByRole('tab', { name: t('account.tabs.profile') }).click();
      await open('deletion.delete', async () => {
        const sentence = t('deletion.sentence');
        await typeCode();
        await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD);
        await dialog.getByLabel(t('deletion.type', { sentence })).fill(sentence);
        await press('deletion.submit');
        await told(say.proof);
      });
    },
  );
}
