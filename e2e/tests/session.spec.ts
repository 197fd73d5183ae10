// Staying in and going out: signing out forgets everything, a sign-in elsewhere ends this one, sessions are listed and ended.
import type { Page } from '@playwright/test';
import { enter, enterAccount, enterElsewhere, signOut, spoken } from '../account';
import { admit, expect, signIn, test, timed } from '../fixtures';
import { SWEPT } from '../sweep';
import { wordsIn } from '../words';

/** The first count on the page's socket of messages. Listened for as the socket opens: the count may be there in the same moment. */
const firstCount = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (socket.url().includes('/websocket/notice/')) socket.on('framereceived', () => resolve());
    });
  });

test('signing out stops the picture, tells the server and leaves nothing behind @pg-sweep', async ({
  page,
  context,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  await signIn(page);
  await page.getByRole('button', { name: t('list.openName', { name: '主力-01' }), exact: true }).press('Enter');
  await expect(page.getByText(t('play.live'))).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('channelCode', 'shop');
    localStorage.setItem('cloudToken', 'secret');
  });
  const told = page.waitForRequest('**/app-api/member/auth/logout');
  await signOut(page, t);
  expect((await told).headers().authorization).toMatch(/^Bearer /);
  await expect(page).toHaveURL(/\/app\/login/);
  await expect(page.locator('canvas')).toHaveCount(0);

  const kept = await page.evaluate(() => ({ ...localStorage, cookie: document.cookie, tab: { ...sessionStorage } }));
  expect(JSON.stringify(kept)).not.toMatch(/loginMenberId|channelCode|cloudToken|Admin-Token|shop|secret|phoneId/);
  const cookies = (await context.cookies(demo.origin)).filter(({ name }) => /owl_rt|Host-/.test(name));
  expect(cookies).toEqual([]);

  // Neither the way back nor a reload shows anything of the member.
  for (let step = 0; step < 3; step += 1) {
    await page.goBack().catch(() => null);
    await expect(page.getByText('主力-01')).toHaveCount(0);
    await expect(page.getByText('138****0000')).toHaveCount(0);
  }
  await page.goto('/app/play?phoneId=1');
  await expect(page).toHaveURL(/\/app\/login/);
});

test('whoever signs out without network stays out when it is back', SWEPT, async ({ page, context, demo }) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member();
  await enter(page, 'zh-CN', account);
  await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeVisible();
  // Parts are loaded once the page has settled: they must be there before the network is gone.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await signOut(page, t);
  await expect(page).toHaveURL(/\/app\/login/);
  const told = page.waitForResponse('**/app-api/member/auth/logout');
  await context.setOffline(false);
  await page.goto('/app/index');
  await told;
  await expect(page).toHaveURL(/\/app\/login/);
});

test('signing out in one tab empties the others', SWEPT, async ({ page, context, demo }) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member();
  await enter(page, 'zh-CN', account);
  const other = await context.newPage();
  await other.goto('/app/index');
  await expect(other.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeVisible();
  await signOut(other, t);
  await expect(page).toHaveURL(/\/app\/login/);
});

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(
    `a sign-in elsewhere ends this one with its alert, in ${language} @pg-sweep`,
    SWEPT,
    async ({ page, another, demo }) => {
      const { account: phone } = await demo.member();
      await enter(page, language, phone);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const second = await another();
      await enter(second, 'zh-CN', phone);
      const alert = page.getByRole('dialog', { name: t('session.push.elsewhere') });
      await expect(alert).toBeVisible();
      await expect(alert).toContainText('Chrome');
      await expect(page).toHaveURL(/\/app\/login/);
      await alert.getByRole('button', { name: t('common.ok'), exact: true }).click();
      await page.goto('/app/index');
      await expect(page).toHaveURL(/\/app\/login/);
      await second.reload();
      const phones = wordsIn('zh-CN')('pages.phones');
      await expect(second.getByRole('heading', { level: 1, name: phones })).toBeVisible();
    },
  );

  test(
    `a session that is ended from the account centre says so, in ${language}`,
    SWEPT,
    async ({ page, demo, request }) => {
      const { account: phone } = await demo.member();
      // The sockets stand once the first count is there: before that nobody can be told.
      const counted = firstCount(page);
      await enter(page, language, phone);
      await counted;
      const { accessToken } = await enterElsewhere(request, phone, 'APP');
      const ended = await request.post('/app-api/member/session/end', {
        headers: { authorization: `Bearer ${accessToken}`, terminal: 'APP' },
        data: { others: true },
      });
      expect((await ended.json()).code).toBe(0);
      await expect(page.getByRole('dialog', { name: t('session.push.ended') })).toBeVisible();
      await expect(page).toHaveURL(/\/app\/login/);
    },
  );
}

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(
    `an operator disables an account, and sets its password: both times it is out and told why, in ${language}`,
    SWEPT,
    async ({ page, demo, request }) => {
      const { account: phone } = await demo.member();
      const { userId } = await enterElsewhere(request, phone, 'PC');
      const operator = await enterElsewhere(request, 'admin', 'PC');
      const order = async (path: string, data: object) => {
        const headers = { authorization: `Bearer ${operator.accessToken}`, terminal: 'PC' };
        expect((await (await request.put(path, { headers, data: { userId, ...data } })).json()).code).toBe(200);
      };
      const told = async (title: string) => {
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        await expect(page).toHaveURL(/\/app\/login/);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('common.ok'), exact: true })
          .click();
      };
      // An answer that is still on its way would tell of the end before the message that says why.
      const arrive = async () => {
        // The socket of the first load is open before that of the second is listened for.
        const entered = firstCount(page);
        await enter(page, language, phone);
        await entered;
        const counted = firstCount(page);
        await page.reload({ waitUntil: 'networkidle' });
        await counted;
      };
      await arrive();
      await order('/system/user/changeStatus', { status: '1' });
      await told(t('session.push.disabled'));
      await order('/system/user/changeStatus', { status: '0' });

      await arrive();
      await order('/system/user/resetPwd', { password: 'Chosen#2027' });
      await told(t('session.push.password'));
      // A member who comes in with a password that somebody else chose is led to choosing another, wherever they were going.
      await admit(page, phone, 'Chosen#2027');
      await page.goto('/app/index');
      await expect(page).toHaveURL(/\/app\/personalCenter\/accountCenter\?tab=security$/);
      await expect(page.getByText(t('account.mustChange'))).toBeVisible();
    },
  );
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`sessions are listed, ended one by one and all at once, and stay in the history, in ${language}`, async ({
    page,
    demo,
    request,
  }) => {
    const { account: phone } = await demo.member();
    const pc = await enterElsewhere(request, phone, 'PC');
    const app = await enterElsewhere(request, phone, 'APP');
    await enterAccount(page, language, phone, 'sessions');
    const live = page.getByRole('list', { name: t('sessions.live') });
    const history = page.getByRole('list', { name: t('sessions.history') });
    await expect(live.getByRole('listitem')).toHaveCount(3);
    await expect(live.getByText(t('sessions.here'))).toHaveCount(1);

    const alive = async (token: string) => {
      const answer = await request.get('/app-api/member/member/currentMemberInfo', {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await answer.json()).code;
    };
    await live
      .getByRole('listitem')
      .filter({ hasText: t('sessions.pc') })
      .getByRole('button')
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('sessions.endOne') })
      .click();
    await expect(live.getByRole('listitem')).toHaveCount(2);
    await expect(history.getByText(t('sessions.end.ended'))).toHaveCount(1);
    expect([await alive(pc.accessToken), await alive(app.accessToken)]).toEqual([401, 0]);

    await page.getByRole('button', { name: t('sessions.endOthers') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('sessions.endOthers') })
      .click();
    await expect(live.getByRole('listitem')).toHaveCount(1);
    await expect(history.getByText(t('sessions.end.ended'))).toHaveCount(2);
    expect(await alive(app.accessToken)).toBe(401);
    await expect(page.getByRole('button', { name: t('sessions.endOthers') })).toHaveCount(0);
  });
}

timed('twenty calls that meet a token that ran out refresh once', SWEPT, async ({ page, demo }) => {
  await signIn(page);
  await page.getByRole('article').first().waitFor();
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/refresh-token')) refreshes += 1;
  });
  await demo.later(16 * 60);
  const open = (path: string) =>
    page.evaluate((to) => {
      window.history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  // The list polls, the sockets ask for tickets, the account centre asks for three things: all at once.
  await open('/app/personalCenter/accountCenter');
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('zh-CN')('pages.account') })).toBeVisible();
  await expect.poll(() => refreshes).toBeGreaterThan(0);
  await expect(page.getByText('138****0000').first()).toBeVisible();
  expect(refreshes).toBe(1);
});
