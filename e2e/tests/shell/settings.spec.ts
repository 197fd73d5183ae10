// The settings drawer: what it changes at once, what saving keeps, what resetting forgets.
import type { Locator, Page } from '@playwright/test';
import { enter, spoken } from '../../account';
import { expect, test } from '../../fixtures';
import {
  accent,
  command,
  dresses,
  enterIn,
  onPhone,
  openLayoutOnPhone,
  openMenu,
  routed,
  saveLayout,
  sound,
  storedLayout,
  withLayout,
  withRouters,
} from '../../shell';
import { SWEPT } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

/** Resets the layout in its open settings. The page is loaded again, and then shows this; nothing that was saved is left. */
async function reset(page: Page, t: Translate, shown: Locator): Promise<void> {
  await page.evaluate(() => Object.assign(window, { before: true }));
  const drawer = page.getByRole('dialog', { name: t('shell.layout') });
  await drawer.getByRole('button', { name: t('common.reset') }).click();
  await expect(shown).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => 'before' in window), 'the page was loaded again').toBe(false);
  await expect.poll(() => accent(page)).toBe('#409EFF');
  await expect.poll(() => storedLayout(page)).toBeNull();
}

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(`on a desk the drawer changes at once, the header goes with the page unless it is fixed, and what is saved stays until it is reset, ${language}`, async ({
    page,
    complaints,
  }) => {
    await enter(page, language);
    await expect.poll(() => storedLayout(page)).toBeNull();
    await expect.poll(() => accent(page)).toBe('#409EFF');
    const handle = page.getByRole('button', { name: t('shell.layout') });
    expect((await handle.boundingBox())?.y).toBe(250);
    await handle.click();
    const drawer = page.getByRole('dialog', { name: t('shell.layout') });
    for (const [key, on] of [
      ['topNav', false],
      ['tagsView', false],
      ['fixedHeader', false],
      ['sidebarLogo', true],
    ] as const) {
      await expect(drawer.getByRole('switch', { name: t(`shell.set.${key}`) })).toBeChecked({ checked: on });
    }
    await drawer.getByRole('radio', { name: t('shell.set.colour', { colour: '#6959CD' }) }).check({ force: true });
    await expect.poll(() => accent(page)).toBe('#6959CD');
    await drawer.getByRole('switch', { name: t('shell.set.tagsView') }).click();
    await expect(page.getByRole('navigation', { name: t('shell.tabs'), includeHidden: true })).toBeVisible();
    // The menu moves to the top, and back.
    const across = page.locator('header').getByRole('navigation', { name: t('shell.navigation'), includeHidden: true });
    const topNav = drawer.getByRole('switch', { name: t('shell.set.topNav') });
    await topNav.click();
    await expect(across).toBeVisible();
    await topNav.click();
    await expect(across).toHaveCount(0);
    await drawer.getByRole('switch', { name: t('shell.set.sidebarLogo') }).click();
    await expect(page.locator('[data-side] img, [data-side] > a')).toHaveCount(0);
    await drawer.getByText(t('switches.light'), { exact: true }).last().click();
    await expect(page.locator('[data-side="theme-light"]')).toHaveCount(1);
    const top = async () => Math.round((await page.locator('header').boundingBox())?.y ?? 0);
    const fixed = drawer.getByRole('switch', { name: t('shell.set.fixedHeader') });
    await page.setViewportSize({ width: 1100, height: 420 });
    await expect(page.locator('article').first()).toBeVisible();
    await page.locator('#page-scroller').evaluate((element) => element.scrollTo(0, 150));
    await expect.poll(top).toBeLessThan(0);
    await fixed.click();
    await expect.poll(top).toBe(0);
    await fixed.click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await saveLayout(page, t);
    await expect
      .poll(() => storedLayout(page))
      .toEqual({
        theme: '#6959CD',
        sideTheme: 'theme-light',
        showSettings: true,
        topNav: false,
        tagsView: true,
        fixedHeader: false,
        sidebarLogo: false,
      });
    await page.reload();
    await expect(page.locator('[data-side="theme-light"]')).toHaveCount(1);
    await expect.poll(() => accent(page)).toBe('#6959CD');
    await sound(page);
    await handle.click();
    await reset(page, t, page.locator('[data-side="theme-dark"]'));
    expect(complaints).toEqual([]);
  });
}

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(
    `on a desk alone: the top navigation holds a third of the window at 85 px an item, the rest under "more", ${language}`,
    SWEPT,
    async ({ page }) => {
      await withLayout(page, { topNav: true, showSettings: false });
      const link = (n: number) => routed(`https://help.example/${n}`, '', { meta: { title: `帮助${n}` } });
      await withRouters(page, [
        ...[1, 2, 3, 4].map(link),
        routed('/desk', 'Layout', {
          redirect: 'noRedirect',
          meta: { title: '工作台' },
          children: [routed('one', 'phones/index'), routed('two', 'phones/index')],
        }),
      ]);
      await enter(page, language);
      const menu = page.locator('header').getByRole('navigation', { name: t('shell.navigation') });
      await expect(menu.getByRole('link')).toHaveCount(5);
      await expect(page.locator('[data-side]')).toHaveCount(0);
      await expect(page.getByRole('button', { name: t('shell.layout') })).toHaveCount(0);
      await sound(page);
      await menu.getByRole('button', { name: t('shell.more') }).click();
      await page.getByRole('menuitem', { name: '工作台' }).click();
      await expect(page).toHaveURL(/\/app\/desk\/one$/);
      await expect(page.locator('[data-side] nav a')).toHaveCount(2);
      await expect(menu.getByRole('link').filter({ hasText: '帮助' })).toHaveCount(1);
      await expect(menu.getByRole('link', { name: '帮助1' })).toHaveAttribute('target', '_blank');
      // A third of the window, divided by 85, as a whole number.
      for (const [width, count] of [
        [1019, 3],
        [1020, 4],
        [1274, 4],
        [1275, 5],
        [1530, 6],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await expect(menu.getByRole('link'), `${width} px`).toHaveCount(count);
      }
      await page.context().route('https://help.example/**', (route) => route.fulfill({ body: 'help' }));
      const opened = page.waitForEvent('popup');
      await page.setViewportSize({ width: 1019, height: 800 });
      await menu.getByRole('button', { name: t('shell.more') }).click();
      await page.getByRole('menuitem', { name: '帮助4' }).click();
      await expect(await opened).toHaveURL('https://help.example/4');
    },
  );
}

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `of a stored layout only the keys that exist are taken, each of them by itself, ${where}`,
    SWEPT,
    async ({ page }) => {
      await withLayout(page, {
        theme: '#6959CD',
        sideTheme: 'theme-pink',
        showSettings: 'no',
        // Right where it counts for nothing.
        topNav: wide ? 'yes' : true,
        tagsView: true,
        fixedHeader: 1,
        sidebarLogo: false,
        colour: 'red',
      });
      await enterIn(page, dress);
      await expect.poll(() => accent(page)).toBe('#6959CD');
      const bar = page.getByRole('navigation', { name: t('shell.tabs') });
      const handle = page.getByRole('button', { name: t('shell.layout') });
      if (!wide) {
        // A phone has neither tabs nor a handle nor a menu across its top: that is where it always is, and the palette leads to all pages.
        await expect(bar).toHaveCount(0);
        await expect(handle).toHaveCount(0);
        await expect(page.locator('header').getByRole('navigation')).toHaveCount(0);
        const menu = await openMenu(page, dress);
        await menu.getByRole('link', { name: t('pages.renew'), exact: true }).click();
        await expect(page).toHaveURL(/\/app\/renewManage$/);
        await command(page, language, t('pages.phones'));
        await expect(page).toHaveURL(/\/app\/index$/);
        return;
      }
      await expect(bar).toBeVisible();
      await expect(page.locator('[data-side="theme-dark"]')).toHaveCount(1);
      await expect(page.locator('[data-side] > a')).toHaveCount(0);
      await expect(page.locator('.ant-breadcrumb')).toBeVisible();
      await expect(page.locator('[data-fixed="false"] header')).toHaveCount(1);
      await expect(handle).toBeVisible();
    },
  );
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(
    `on a phone what the drawer saved outlives a reload, and resetting forgets it, ${language}`,
    SWEPT,
    async ({ browser, baseURL, complaints }) => {
      const page = await onPhone(browser, baseURL, language, complaints);
      await enter(page, language);
      const drawer = await openLayoutOnPhone(page, t);
      await sound(page);
      await drawer.getByLabel(t('shell.set.otherColour')).fill('#0a7d55');
      await expect.poll(() => accent(page)).toBe('#0A7D55');
      await saveLayout(page, t);
      await page.reload();
      await expect(page.getByRole('button', { name: t('shell.menu'), exact: true })).toBeVisible();
      await expect.poll(() => accent(page)).toBe('#0A7D55');
      await expect
        .poll(() => storedLayout(page))
        .toMatchObject({ theme: '#0A7D55', sideTheme: 'theme-dark', sidebarLogo: true });
      // The appearance is kept at once.
      await openLayoutOnPhone(page, t);
      await drawer.getByText(t('switches.dark'), { exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect.poll(() => storedLayout(page)).toMatchObject({ theme: '#0A7D55', mode: 'dark' });
      await reset(page, t, page.locator('html[data-theme="light"]'));
      await page.context().close();
    },
  );
}
