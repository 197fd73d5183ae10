// Ways through the console: who is let in where, what a refresh of a view is, what happens when something of it fails.
import { enter } from '../../account';
import { expect, submitSignIn, test } from '../../fixtures';
import { dresses, enterIn, go, once, openMenu, openPhone, routed, sound, withRouters } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const { language, viewport, where } = dress;
  const t = wordsIn(language);

  test(
    `without a session open addresses stand, every other leads to the sign-in page, which holds it whole, ${where}`,
    SWEPT,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      for (const path of ['/', '/index?q=01&sort=2#x', '/play?phoneId=7', '/nowhere']) {
        await page.goto(`/app${path}`);
        await expect(page).toHaveURL(
          (url) => url.pathname === '/app/login' && url.searchParams.get('redirect') === path,
        );
      }
      for (const [path, title] of [
        ['/404', t('notFound.title')],
        ['/401', t('noAccess.title')],
      ] as const) {
        await page.goto(`/app${path}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
        expect(new URL(page.url()).pathname).toBe(`/app${path}`);
      }
      for (const path of ['/register', '/restpassword', '/social-login', '/auth-redirect']) {
        await page.goto(`/app${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname, path).toBe(`/app${path}`);
      }
    },
  );
}

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `sign-in leads in, an unknown address is 404, a page without permission 401, ${where}`,
    SWEPT,
    async ({ page }) => {
      await enterIn(page, dress);
      for (const path of ['/login', '/register']) {
        await page.goto(`/app${path}`);
        await expect(page).toHaveURL(/\/app\/index$/);
      }
      // To type their addresses is a change of page too.
      for (const path of ['/404', '/401']) {
        const told = page.waitForRequest(
          (call) => call.url().endsWith('/system/tracking/page-view') && call.postDataJSON().path === path,
        );
        await page.goto(`/app${path}`);
        await told;
      }
      await page.goto('/app/nowhere');
      await expect(page).toHaveURL(/\/app\/404$/);
      await expect(page.getByText(t('notFound.text'))).toBeVisible();
      await page.getByRole('button', { name: t('notFound.back') }).click();
      await expect(page).toHaveURL(/\/app\/index$/);
      await page.goto('/app/redirect/index?q=01&sort=2');
      await expect(page).toHaveURL(/\/app\/index\?q=01&sort=2$/);
      // The redirect opens nothing but a view of this console.
      for (const path of ['/redirect//evil', '/redirect/redirect/index', '/redirect/%2f%2fevil', '/redirect']) {
        await go(page, path);
        await expect(page).toHaveURL(/\/app\/(index|404)/);
      }
      await page.goto('/app/index/');
      await expect(page).toHaveURL(/\/app\/index$/);
      await page.route('**/getRouters', (route) =>
        route.fulfill({ json: { code: 200, msg: '', data: [routed('/index', 'phones/index')] } }),
      );
      await page.goto('/app/play?phoneId=7');
      await expect(page).toHaveURL(/\/app\/401$/);
      await expect(page.getByRole('heading', { level: 2, name: t('noAccess.title') })).toBeVisible();
      await expect(page.getByText(t('noAccess.text'))).toBeVisible();
    },
  );

  test(
    `the server’s list is asked for after the member and is data: strange entries are dropped, containers lead on, links lead out, ${where}`,
    SWEPT,
    async ({ page, complaints }) => {
      const asked: string[] = [];
      page.on('request', (call) => {
        const [name] = /(getInfo|getRouters)$/.exec(call.url()) ?? [];
        if (name) asked.push(name);
      });
      const nested = (depth: number): object =>
        routed(`d${depth}`, 'ParentView', { children: depth === 0 ? [] : [nested(depth - 1)] });
      await withRouters(page, [
        routed('/evil', '../../x'),
        routed('/proto', '__proto__'),
        routed('javascript:alert(1)', '', { meta: { title: '脚本' } }),
        routed('//evil.example', '', { meta: { title: '别处' } }),
        routed('/login', 'phones/index', { meta: { title: '登录' } }),
        routed('/loop', 'Layout', { redirect: '/loop', meta: { title: '圈' } }),
        nested(50),
        routed('/desk', 'Layout', {
          redirect: 'noRedirect',
          meta: { title: '工作台' },
          children: [
            routed('one', 'phones/index', { meta: { title: 'x' } }),
            routed('two', 'phones/index', { meta: { title: 'x' } }),
          ],
        }),
        routed('/led', 'ParentView', { hidden: true, children: [routed('in', 'phones/index')] }),
        routed('https://help.example/', '', { meta: { title: '帮助中心' } }),
        ...Array.from({ length: 10_000 }, (_, i) => routed(`/x${i}`, 'nothing')),
      ]);
      await enterIn(page, dress);
      expect(asked).toEqual(['getInfo', 'getRouters']);
      const menu = await openMenu(page, dress);
      await expect(menu.getByRole('link', { name: '帮助中心' })).toHaveAttribute('href', 'https://help.example/');
      await expect(menu.getByRole('link', { name: '帮助中心' })).toHaveAttribute('target', '_blank');
      for (const name of ['脚本', '别处', '圈']) await expect(menu.getByText(name)).toHaveCount(0);
      if (wide) {
        await menu.getByRole('button', { name: '工作台' }).click();
        await page.getByRole('navigation', { name: '工作台' }).locator('a[href="/app/desk/two"]').click();
      } else await menu.locator('a[href="/app/desk/two"]').click();
      await expect(page).toHaveURL(/\/app\/desk\/two$/);
      const crumb = page.locator('.ant-breadcrumb li').filter({ hasText: '工作台' });
      await expect(crumb).toHaveCount(wide ? 1 : 0);
      await expect(crumb.getByRole('link')).toHaveCount(0);
      // A container leads to its first page.
      await page.goto('/app/led');
      await expect(page).toHaveURL(/\/app\/led\/in$/);
      await page.goto('/app/evil');
      await expect(page).toHaveURL(/\/app\/404$/);
      expect(complaints).toEqual([]);
    },
  );
}

for (const dress of dresses) {
  const { language, viewport, where } = dress;
  const t = wordsIn(language);

  test(
    `a session that cannot be set up is ended with a message; one that can leads to no other origin, ${where}`,
    SWEPT,
    async ({ page, baseURL }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      await page.route('**/getRouters', (route) => route.fulfill({ json: { code: 500, msg: '没有路由', data: null } }));
      await page.goto('/app/login');
      await submitSignIn(page, t);
      await expect(page.getByText('没有路由').first()).toBeVisible();
      await expect(page).toHaveURL(/\/app\/login/);
      await page.unroute('**/getRouters');
      await page.goto('/app/index');
      await expect(page).toHaveURL(/\/app\/login/);
      await page.goto('/app/login?redirect=https%3A%2F%2Fevil.example%2F');
      await submitSignIn(page, t);
      await expect(page).toHaveURL((url) => url.pathname === '/app/index');
      expect(new URL(page.url()).origin).toBe(baseURL);
    },
  );
}

for (const dress of dresses) {
  const { language, viewport, where } = dress;
  const t = wordsIn(language);

  test(
    `a page whose script is gone reloads once; each page is told and begins at its top, ${where}`,
    once(dress, 'desk'),
    async ({ page }) => {
      const told: { path: string; title?: string; earlier?: { path: string }[] }[] = [];
      // None is ever answered: nobody waits for it.
      await page.route('**/app-api/system/tracking/page-view', (route) => {
        told.push(route.request().postDataJSON());
      });
      await page.setViewportSize({ width: viewport.width === 390 ? 390 : 1100, height: 420 });
      await enter(page, language);
      const scroller = page.locator('#page-scroller');
      await expect(page.getByRole('article').first()).toBeVisible();
      await scroller.evaluate((element) => element.scrollTo(0, 200));
      expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);

      let failures = 0;
      await page.route(/\/assets\/PlayPage-.*\.js$/, async (route) => {
        failures += 1;
        if (failures === 1) await route.abort();
        else await route.continue();
      });
      await openPhone(page);
      expect(failures).toBe(2);
      const paths = () => told.flatMap(({ path, earlier = [] }) => [...earlier.map((each) => each.path), path]);
      await expect.poll(() => paths().at(-1)).toBe('/play');
      expect(paths()).toContain('/index');
      expect(told.every(({ title }) => title === t('pages.phones') || title === t('pages.play'))).toBe(true);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeAttached();
      expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
    },
  );

  test(
    `without a network the frame stands: what does not come says so in its place, and comes when it is back, ${where}`,
    once(dress, 'phone'),
    async ({ page, allowed }) => {
      allowed.push(/^Couldn't load preload assets/);
      await page.setViewportSize(viewport);
      await enter(page, language);
      await expect(page.getByRole('article').first()).toBeVisible();
      if (viewport.width < 992) await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
      const renew = page
        .getByRole('navigation', { name: t('shell.navigation') })
        .getByRole('link', { name: t('pages.renew') });
      await expect(renew).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText(t('shell.offline'))).toBeVisible();
      await renew.click();
      await expect(page).toHaveURL(/\/app\/renewManage$/);
      const missing = page.getByRole('alert').filter({ hasText: t('fault.part') });
      await expect(missing).toContainText(t('fault.network'));
      await expect(page.locator('header')).toBeVisible();
      await missing.getByRole('button', { name: t('common.retry') }).click();
      await expect(missing).toBeVisible();
      await sound(page);
      await page.keyboard.press('?');
      const over = page.getByRole('alert').filter({ has: page.getByRole('button', { name: t('common.close') }) });
      await expect(over).toContainText(t('fault.part'));
      await over.getByRole('button', { name: t('common.close') }).click();
      await expect(over).toHaveCount(0);
      await page.context().setOffline(false);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expect(missing).toHaveCount(0);
      // With its style: what did not come with it before has come now, while further parts may be on their way still.
      const styled = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('link[rel=stylesheet]')].every(
            (link) => (link as HTMLLinkElement).sheet !== null,
          ),
        );
      await expect.poll(styled).toBe(true);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: t('shell.keys.title') })).toBeVisible();
    },
  );
}
