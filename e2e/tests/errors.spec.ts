// The table of answer codes, walked in the browser: what the console does with each, and in which words.
import type { Page, Request, Route } from '@playwright/test';
import { enterAccount, enterElsewhere, type Language, languages, makeMember } from '../account';
import { expect, test } from '../fixtures';

const END = '**/app-api/member/session/end';
const REFRESH = '**/app-api/member/auth/refresh-token*';

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
    network: 'The server could not be reached. Check your network and try again',
  },
} as const;

const answer = (body: object, status = 200) => (route: Route) =>
  route.fulfill({ status, json: body, headers: { 'x-request-id': 'req-1' } });

/** Sends one call that shows what it meets, answered as told. */
async function meet(page: Page, language: Language, handler: (route: Route) => unknown): Promise<void> {
  await page.route(END, handler);
  await page.getByRole('button', { name: words[language].end }).first().click();
  const called = page.waitForRequest(END);
  await page.getByRole('dialog').getByRole('button', { name: words[language].end }).click();
  await called;
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const toasts = (page: Page) => page.locator('.ant-notification-notice');

/** Puts away what is shown, for the next to be the only one. */
async function clear(page: Page): Promise<void> {
  await page.unroute(END);
  for (let shown = await toasts(page).count(); shown > 0; shown -= 1) {
    await toasts(page).first().locator('.ant-notification-notice-close').click();
    await expect(toasts(page)).toHaveCount(shown - 1);
  }
}

/** Nothing is shown, also not a moment later: what the next call shows is the only thing. */
async function quiet(page: Page, language: Language): Promise<void> {
  await page.unroute(END);
  await meet(page, language, answer({ code: 0, data: true }));
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText(words[language].ended);
}

for (const [index, language] of languages.entries()) {
  const say = words[language];

  test(`the table of codes in ${language}`, async ({ page, demo, request, complaints }) => {
    test.setTimeout(120_000);
    const phone = `1370000010${index}`;
    makeMember(demo, phone);
    await enterElsewhere(request, phone, 'PC');
    await enterAccount(page, language, phone);
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
    await step('401 refreshes once and repeats the call', async () => {
      let [refreshes, calls] = [0, 0];
      const count = (sent: Request) => {
        if (sent.url().includes('/auth/refresh-token')) refreshes += 1;
      };
      page.on('request', count);
      await meet(page, language, (route) => {
        calls += 1;
        return calls === 1 ? answer({ code: 401, msg: say[401] })(route) : answer({ code: 0, data: true })(route);
      });
      await expect(toasts(page)).toContainText(say.ended);
      expect([refreshes, calls]).toEqual([1, 2]);
      page.off('request', count);
    });
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
    expect(complaints).toEqual([]);
    for (const status of [403, 404, 502] as const) {
      await step(`HTTP ${status} that is no answer of the product has the words of its status`, async () => {
        await meet(page, language, (route) => route.fulfill({ status, body: '<html>', contentType: 'text/html' }));
        await expect(toasts(page)).toContainText(status === 502 ? say.unknown : say[status]);
        // The browser itself notes the status.
        expect(complaints.splice(0)).toEqual([expect.stringContaining(String(status))]);
      });
    }
    await step('no network says so', async () => {
      await meet(page, language, (route) => route.abort());
      await expect(toasts(page)).toContainText(say.network);
      expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    });
  });

  for (const [at, msg] of ['无效的刷新令牌', '刷新令牌已过期'].entries()) {
    test(`a refused refresh (${msg}) ends in the alert, and in it alone, in ${language}`, async ({ page, demo, request }) => {
      const phone = `137000001${index + 1}${at}`;
      makeMember(demo, phone);
      await enterElsewhere(request, phone, 'PC');
      await enterAccount(page, language, phone);
      await page.route(REFRESH, answer({ code: 401, msg }));
      await page.route(END, answer({ code: 401, msg: say[401] }));
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
    });
  }

  test(`a disabled member is told by an alert and not signed in, in ${language}`, async ({ page }) => {
    await page.route('**/member/auth/sms-login', answer({ code: 4100100102, msg: say[4100100102], data: { userId: 1 } }));
    await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    await page.goto('/app/login');
    await page.locator('input[autocomplete=username]').fill('13800000000');
    await page.locator('input[type=password]').fill('Owldeck#2026');
    await page.getByRole('checkbox').check();
    await page.locator('button[type=submit]').click();
    const alert = page.getByRole('dialog', { name: say.tip });
    await expect(alert).toContainText(say[4100100102]);
    await alert.getByRole('button', { name: say.ok, exact: true }).click();
    await expect(page).toHaveURL(/\/app\/login/);
  });
}
