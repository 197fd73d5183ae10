// A phone inside somebody else's page: opened by a ticket alone, played there, told to the page around, ended from outside.
import type { APIRequestContext } from '@playwright/test';
import { framesNothing, heardBy } from '../../around';
import { serious } from '../../axe';
import { expect, type Member, PASSWORD } from '../../fixtures';
import { test } from '../../orders';
import { dresses, once } from '../../shell';
import { wordsIn } from '../../words';

interface Said {
  type: string;
  state: string;
  reason?: string;
}

const NAME = '主力-01';
/** A frame as narrow as a phone's screen has the player in its other layout. */
const NARROW = { width: 390, height: 844 } as const;

/** Calls of a member's program, as its own server would make them. */
async function asker(request: APIRequestContext, member: Member) {
  const signedIn = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal: 'PC' },
    data: { phone: member.account, password: PASSWORD, agreed: true },
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
  await expect.poll(async () => (await running()).businessStatus).toBe(1);
  const phoneId = member.phoneId(NAME);
  return {
    embed: (level: string) => call('/app-api/infra/embed/create', { phoneId, level }),
    end: (embedId: number) => call('/app-api/infra/embed/end', { embedId }),
  };
}

for (const dress of dresses) {
  const { language, wide, viewport, where } = dress;
  test(
    `a page shows a phone that it was lent, until it is taken back: ${where}`,
    once(dress, 'desk'),
    async ({ page, demo }) => {
      const member = await demo.member(NAME);
      const t = wordsIn(language);
      const { embed, end } = await asker(page.request, member);
      const level = wide ? 'operate' : 'view';
      const lent = await embed(level);
      const theme = wide ? 'dark' : 'light';
      demo.embedder.inside = `${demo.origin}${lent.path}&theme=${theme}&lang=${language}`;
      await page.setViewportSize(viewport);
      await page.context().clearCookies();
      await page.goto(demo.embedder.origin);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
      await expect.poll(async () => (await heardBy<Said>(page)).map(({ said }) => said.state)).toEqual(['live']);
      await expect(frame.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(frame.locator('html')).toHaveAttribute('lang', language);
      await expect(frame.getByRole('button', { name: t('play.home'), exact: true })).toHaveCount(
        level === 'view' ? 0 : 1,
      );
      await expect(frame.getByRole('banner')).toHaveCount(0);
      await expect(frame.getByRole('complementary')).toHaveCount(0);
      expect(page.mainFrame().childFrames()[0]?.url()).not.toContain('token=');
      const inner = page.frame({ url: (url) => url.origin === demo.origin });
      const nothingSerious = async () => expect(await serious(inner ?? page.mainFrame())).toEqual([]);
      await nothingSerious();
      await page.screenshot({ path: test.info().outputPath('live.png') });
      await page.setViewportSize(NARROW);
      await expect(frame.getByRole('toolbar')).toHaveAttribute('data-wide', 'false');
      await nothingSerious();
      await end(lent.embedId);
      await expect(frame.getByRole('alert')).toContainText(t('play.embedded.over'));
      await expect(frame.getByRole('button', { name: t('play.retry') })).toHaveCount(0);
      await nothingSerious();
      // The page around is told after the frame has shown it.
      const heard = async () =>
        (await heardBy<Said>(page)).map(({ from, said }) => [from, said.type, said.state, said.reason]);
      await expect.poll(heard).toEqual([
        [demo.origin, 'owldeck-play', 'live', undefined],
        [demo.origin, 'owldeck-play', 'ended', 'signedOut'],
      ]);
    },
  );
}

test('an origin that is not named frames no player', async ({ page, demo, allowed }) => {
  allowed.push(/frame-ancestors/);
  const member = await demo.member(NAME);
  const { embed } = await asker(page.request, member);
  const { path } = await embed('view');
  await framesNothing(page, `${demo.origin}${path}`);
});
