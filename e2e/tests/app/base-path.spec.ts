// The console below a path of somebody's host, behind a proxy that passes the path on or takes it away.
import { languages } from '../../account';
import { test as base, expect, listen, submitSignIn, withDemo } from '../../fixtures';
import { live } from '../../phone';
import { type Proxy, proxied } from '../../proxy';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const BASE = '/phones/of/ours';

interface Seen {
  origin: string;
  proxy: Proxy;
}

const test = base.extend<object, { seen: Seen }>({
  seen: [
    async ({ database }, use) => {
      const proxy = await proxied(BASE);
      const settings = { OWLDECK_PUBLIC_ORIGIN: proxy.origin, OWLDECK_BASE_PATH: BASE };
      const run = async (demo: { origin: string }) => {
        proxy.target = demo.origin;
        await use({ origin: proxy.origin, proxy });
      };
      await withDemo(database, run, settings);
      proxy.close();
    },
    { scope: 'worker' },
  ],
});

for (const [at, language] of languages.entries()) {
  const strips = at === 1;
  test(
    `signing in, the list and a phone live, ${strips ? 'with the path taken away' : 'with the path passed on'} (${language})`,
    // Behind a proxy that takes the path away the server sees the addresses of one that has none.
    strips ? SWEPT : {},
    async ({ browser, seen, complaints }) => {
      seen.proxy.strips = strips;
      const context = await browser.newContext({ locale: language, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await listen(page, complaints);
      const strays: string[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && !url.pathname.startsWith(`${BASE}/`)) strays.push(request.url());
      });
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      await page.goto(`${seen.origin}${BASE}/`);
      await expect(page).toHaveURL((url) => url.pathname === `${BASE}/app/login`);
      const t = wordsIn(language);
      await submitSignIn(page, t);
      await expect(page).toHaveURL((url) => url.pathname === `${BASE}/app/index`);
      await expect(page.getByRole('article').first()).toBeVisible();
      const cookies = await context.cookies(`${seen.origin}${BASE}/`);
      expect(cookies.map(({ name, path }) => [name, path]).sort()).toEqual([
        ['owl_dev', `${BASE}/`],
        ['owl_rt', `${BASE}/`],
      ]);

      // A reload lives on the cookie; a phone on the worker, its wasm, its ticket and its socket.
      await page.reload();
      await page.getByRole('button', { name: t('list.openName', { name: '主力-01' }), exact: true }).press('Enter');
      await expect(page).toHaveURL((url) => url.pathname === `${BASE}/app/play`);
      await live(page);

      // The pages of others find their own parts there too, and lead back: here a stranger who signs in elsewhere.
      await context.clearCookies();
      await page.goto(`${seen.origin}${BASE}/app/login`);
      await page.getByRole('checkbox').check();
      const answer = await page.request.get(`${seen.origin}${BASE}/app-api/member/auth/register-type`, {
        headers: { 'Accept-Language': language },
      });
      const { social } = (await answer.json()).data as { social: { name: string }[] };
      await page.getByRole('button', { name: social[0]?.name ?? 'no provider' }).click();
      await expect(page.locator('a.person')).not.toHaveCount(0);
      const missing = () =>
        page
          .locator('img')
          .evaluateAll((all: HTMLImageElement[]) => all.filter((image) => image.naturalWidth === 0).length);
      await expect.poll(missing).toBe(0);
      await page.locator('a.person').nth(at).click();
      await expect(page.getByRole('heading', { level: 1, name: t('bind.heading') })).toBeVisible();
      expect(new URL(page.url()).pathname.startsWith(`${BASE}/app/`)).toBe(true);
      expect(strays, 'nothing is asked for beside the path').toEqual([]);
      await context.close();
    },
  );
}
