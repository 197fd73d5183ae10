// A phone inside somebody else's page: opened by a ticket alone, played there, told to the page around, ended from outside.
import { around, heardBy } from '../around';
import { serious } from '../axe';
import { expect, FAILED_CALL, FIRST_MEMBER, freePort, PASSWORD } from '../fixtures';
import { test } from '../orders';
import { PATIENT } from '../phone';
import { dresses } from '../shell';

interface Said {
  type: string;
  state: string;
  reason?: string;
}

const NAME = '主力-01';
const WORDS = {
  'zh-CN': { home: '主页', over: '本次嵌入画面已结束', gone: '该嵌入链接已失效', retry: '重新打开' },
  'en-US': {
    home: 'Home',
    over: 'This embedded player has ended',
    gone: 'no longer valid',
    retry: 'Open again',
  },
} as const;

/** What a member's program asks for, as its own server would. */
async function asker(request: import('@playwright/test').APIRequestContext) {
  const signedIn = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal: 'PC' },
    data: { phone: FIRST_MEMBER, password: PASSWORD, agreed: true },
  });
  const { data } = await signedIn.json();
  const call = async (path: string, body: object) => {
    const answer = await request.post(path, { headers: { authorization: `Bearer ${data.accessToken}` }, data: body });
    const told = await answer.json();
    expect(told.code, told.msg).toBe(0);
    return told.data;
  };
  const list = () => call('/app-api/trade/phone/app-page', { pageSize: 200 });
  const running = async () => (await list()).list.find((p: { phoneAlias: string }) => p.phoneAlias === NAME);
  await expect.poll(async () => (await running()).businessStatus, PATIENT).toBe(1);
  const { phoneId } = await running();
  return {
    embed: (level: string) => call('/app-api/infra/embed/create', { phoneId, level }),
    end: (embedId: number) => call('/app-api/infra/embed/end', { embedId }),
  };
}

for (const { language, wide, viewport, where } of dresses) {
  test(`a page shows a phone that it was lent, until it is taken back: ${where}`, async ({ page, demo, allowed }) => {
    test.setTimeout(120_000);
    // A session that is over is refused.
    allowed.push(FAILED_CALL);
    const words = WORDS[language];
    const { embed, end } = await asker(page.request);
    const level = wide ? 'operate' : 'view';
    const lent = await embed(level);
    // Each language in each theme, and each layout too.
    const theme = wide === (language === 'zh-CN') ? 'dark' : 'light';
    const inside = `${demo.origin}${lent.path}&theme=${theme}&lang=${language}`;
    await page.setViewportSize(viewport);
    await page.context().clearCookies();
    await around(demo.embedder, inside, async () => {
      await page.goto(demo.embedder);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('heading', { level: 1, name: NAME })).toBeVisible(PATIENT);
      await expect.poll(async () => (await heardBy<Said>(page)).map(({ said }) => said.state), PATIENT).toEqual(['live']);
      await expect(frame.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(frame.locator('html')).toHaveAttribute('lang', language);
      await expect(frame.getByRole('button', { name: words.home, exact: true })).toHaveCount(level === 'view' ? 0 : 1);
      await expect(frame.getByRole('banner')).toHaveCount(0);
      await expect(frame.getByRole('complementary')).toHaveCount(0);
      expect(page.mainFrame().childFrames()[0]?.url()).not.toContain('token=');
      const inner = page.frame({ url: (url) => url.origin === demo.origin });
      const nothingSerious = async () => expect(await serious(inner ?? page.mainFrame())).toEqual([]);
      await nothingSerious();
      await page.screenshot({ path: test.info().outputPath('live.png') });
      await end(lent.embedId);
      await expect(frame.getByRole('alert')).toContainText(words.over, PATIENT);
      await expect(frame.getByRole('button', { name: words.retry })).toHaveCount(0);
      await nothingSerious();
      const heard = await heardBy<Said>(page);
      expect(heard.map(({ from, said }) => [from, said.type, said.state, said.reason])).toEqual([
        [demo.origin, 'owldeck-play', 'live', undefined],
        [demo.origin, 'owldeck-play', 'ended', 'signedOut'],
      ]);
      // The same address again opens nothing, and says so to the page around.
      await page.reload();
      await expect(frame.getByRole('alert')).toContainText(words.gone, PATIENT);
      await expect.poll(async () => (await heardBy<Said>(page)).map(({ said }) => said.reason)).toEqual(['refused']);
    });
  });
}

test('an origin that is not named frames no player', async ({ page, demo, allowed }) => {
  allowed.push(FAILED_CALL, /frame-ancestors/);
  const { embed } = await asker(page.request);
  const { path } = await embed('view');
  const stranger = `http://127.0.0.1:${await freePort()}`;
  await around(stranger, `${demo.origin}${path}`, async () => {
    await page.goto(stranger);
    await expect.poll(() => page.mainFrame().childFrames()[0]?.url() ?? '').toMatch(/^chrome-error:/);
  });
});
