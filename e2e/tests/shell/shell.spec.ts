// The frame: sidebar, palette, keys, contacts, full screen, banners, branding; on a desk and on a phone, in both languages. Its menu and
// header are in frame.spec.ts.
import type { Page } from '@playwright/test';
import { enter, spoken } from '../../account';
import { tooWide } from '../../fits';
import { AGAIN, expect, expectToast, test } from '../../fixtures';
import {
  accent,
  command,
  dresses,
  enterIn,
  forFingers,
  go,
  once,
  onPhone,
  openLayoutOnPhone,
  openMenu,
  openPhone,
  routed,
  saveLayout,
  sound,
  storedLayout,
  withRouters,
} from '../../shell';
import { SWEPT } from '../../sweep';
import { type Language, wordsIn } from '../../words';

/** Changes the colour on a phone, in the settings that its menu leads to, and saves it. */
async function changeColour(page: Page, language: Language): Promise<void> {
  const t = wordsIn(language);
  const drawer = await openLayoutOnPhone(page, t);
  await forFingers(drawer, 'label:has(input), .ant-drawer-footer button');
  expect(await tooWide(drawer.locator('.ant-drawer-body'))).toEqual([]);
  await expect(drawer.getByRole('switch')).toHaveCount(0);
  await expect(drawer.getByText(t('shell.set.sideTheme'), { exact: true })).toHaveCount(0);
  const colours = drawer.getByRole('radio', { name: /#[0-9A-F]{6}$/ });
  await expect(colours).toHaveCount(8);
  await expect(colours.first()).toBeChecked();
  await drawer.getByLabel(t('shell.set.otherColour')).fill('#0a7d55');
  await expect.poll(() => accent(page)).toBe('#0A7D55');
  await saveLayout(page, t);
  await expect
    .poll(() => storedLayout(page))
    .toMatchObject({ theme: '#0A7D55', sideTheme: 'theme-dark', sidebarLogo: true });
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`on a desk the sidebar is narrow beside a phone's stage, else as it was chosen; below 992 px there is none, ${language}`, async ({
    page,
    complaints,
  }) => {
    await enter(page, language);
    const menu = page.getByRole('navigation', { name: t('shell.navigation') });
    const sidebar = page.locator('[data-side]');
    const width = async () => (await sidebar.boundingBox())?.width;
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
    expect(await width()).toBe(81);
    await expect(menu.getByRole('link', { name: t('pages.phones') })).toHaveAttribute('aria-current', 'page');
    await openPhone(page);
    await expect.poll(width).toBe(48);
    const crumbs = page.locator('.ant-breadcrumb li:not(.ant-breadcrumb-separator)');
    await expect(crumbs).toHaveText([t('pages.phones'), '主力-01']);
    await expect(crumbs.last().getByRole('link')).toHaveCount(0);
    await crumbs.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/app\/index$/);
    await expect.poll(width).toBe(81);
    // The cookie keeps choices alone, and this width is none.
    expect(await cookie()).toBeUndefined();
    await expect(crumbs).toHaveText([t('pages.phones')]);
    await page.getByRole('button', { name: t('shell.narrow') }).click();
    await expect.poll(width).toBe(48);
    await expect.poll(cookie).toBe('0');
    await page.getByRole('button', { name: t('shell.unfoldMenu') }).click();
    await expect.poll(cookie).toBe('1');
    await expect.poll(width).toBe(81);
    // Below 992 px the layout is a phone's, whose menu is closed at first.
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(sidebar).toHaveCount(0);
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('shell.menu'), exact: true })).toBeVisible();
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(sidebar).toHaveCount(1);
    expect(complaints).toEqual([]);
  });

  test(`on a phone the frame is a header with a drawer, and its settings have what a phone shows, ${language}`, async ({
    browser,
    baseURL,
    complaints,
  }) => {
    const page = await onPhone(browser, baseURL, language, complaints);
    await withRouters(page, [routed('/keyAccount', 'phones/index')]);
    await enter(page, language);
    await expect(page.locator('[data-side]')).toHaveCount(0);
    expect((await page.locator('header').boundingBox())?.height).toBe(52);
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: t('shell.menu') });
    await expect(drawer.locator('a[href="/app/index"]')).toHaveAttribute('aria-current', 'page');
    await sound(page);
    expect(await tooWide(drawer.locator('.ant-drawer-body'))).toEqual([]);
    await forFingers(drawer, 'a, nav button');
    await expect(drawer.getByRole('link', { name: t('shell.joinGroup', { n: '88213' }) })).toHaveAttribute(
      'target',
      '_blank',
    );
    await expect(drawer.getByRole('link', { name: t('shell.service') })).toHaveAttribute('target', '_blank');
    const keyAccount = drawer.locator('a[href="/app/keyAccount"]');
    await keyAccount.click();
    await expect(page).toHaveURL(/\/app\/keyAccount$/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('activeItem'))).toBe('/keyAccount');
    await expect(drawer).toBeHidden();
    await go(page, '/setting/account');
    await expect(page.getByRole('heading', { level: 1, name: t('pages.account'), exact: true })).toBeAttached();
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    await expect(drawer.getByRole('link', { name: t('shell.settings') })).toHaveAttribute('aria-current', 'page');
    await expect(keyAccount).not.toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: t('shell.search') }).click();
    const palette = page.getByRole('combobox', { name: t('shell.paletteHint') });
    await expect(palette).toBeVisible();
    await sound(page);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await palette.fill(t('shell.fullscreen'));
    await page.keyboard.press('Enter');
    await expectToast(page, t('shell.noFullscreen'));
    await changeColour(page, language);
    await page.getByRole('link', { name: t('shell.messages') }).click();
    await expect(page).toHaveURL(/\/app\/notice$/);
    // A page that comes shuts the menu, and it comes after its address.
    await expect(page.getByRole('heading', { level: 1, name: t('notices.title') })).toBeAttached();
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    await drawer.getByRole('button', { name: t('session.signOut') }).click();
    const question = page.getByRole('dialog', { name: t('session.signOutTitle') });
    await expect(question).toContainText(t('session.signOutText'));
    await forFingers(question, '.ant-modal-confirm-btns button');
    await page.context().close();
  });
}

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `the palette, the keys, full screen and the way to the content, ${where}`,
    once(dress, 'desk'),
    async ({ page, complaints }) => {
      await enterIn(page, dress);
      await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeFocused();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: t('shell.paletteHint') });
      await expect(field).toBeFocused();
      await sound(page);
      await page.keyboard.type(t('switches.dark'));
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(field).toBeHidden();
      await page.keyboard.press('Control+k');
      await expect(field).toBeFocused();
      await sound(page, 'chosen');
      await page.keyboard.press('Escape');
      await expect(field).toBeHidden();
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: t('shell.keys.title') });
      await expect(keys).toBeVisible();
      for (const [key, text] of [
        ['/', t('shell.keys.search')],
        ['?', t('shell.keys.help')],
        ['EscEsc', t('shell.keys.leave')],
      ] as const) {
        const row = keys.locator('dl > div').filter({ has: page.getByText(text, { exact: true }) });
        await expect(row.locator('dd')).toHaveText(key);
      }
      await sound(page, 'chosen');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const full = () => page.evaluate(() => document.fullscreenElement !== null);
      const words = t('shell.fullscreen');
      const change = () => (wide ? page.getByRole('button', { name: words }).click() : command(page, language, words));
      await change();
      await expect.poll(full).toBe(true);
      await change();
      await expect.poll(full).toBe(false);
      await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
      await change();
      await expectToast(page, t('shell.noFullscreen'));
      await expect.poll(full).toBe(false);
      await page.getByText(t('shell.skip')).focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('main')).toBeFocused();
      expect(complaints).toEqual([]);
    },
  );

  test(
    `the group and the help centre lead out, and feedback is sent, ${where}`,
    SWEPT,
    async ({ page, complaints }) => {
      await enterIn(page, dress);
      if (!wide) await openMenu(page, dress);
      const place = wide ? page.locator('header') : page.getByRole('dialog', { name: t('shell.menu') });
      if (wide) await expect(place.getByText(t('shell.group', { n: '88213' }))).toBeVisible();
      for (const [name, path] of [
        [t('shell.joinGroup', { n: '88213' }), '/sandbox/contact/group'],
        [t('shell.service'), '/sandbox/contact/service'],
      ] as const) {
        const opened = page.waitForEvent('popup');
        await place.getByRole('link', { name }).click();
        const popup = await opened;
        await expect(popup).toHaveURL((url) => url.pathname === path);
        await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
        await popup.close();
      }

      await page.getByRole('button', { name: t('feedback.title') }).click();
      const dialog = page.getByRole('dialog', { name: t('feedback.title') });
      await expect(dialog.getByRole('textbox').first()).toBeFocused();
      expect((await dialog.boundingBox())?.width).toBe(wide ? 600 : 390);
      await sound(page);
      await dialog.getByLabel(t('feedback.name'), { exact: true }).fill('Sound');
      await dialog.getByLabel(t('feedback.content'), { exact: true }).fill('one\ntwo');
      await dialog.getByRole('button', { name: t('feedback.submit') }).click();
      await expectToast(page, t('feedback.sent'));
      await expect(dialog).toBeHidden();
      expect(complaints).toEqual([]);
    },
  );
}

for (const dress of dresses) {
  const { language, wide, viewport, where } = dress;
  const t = wordsIn(language);

  test(`a newer console is said over the page, ${where}`, SWEPT, async ({ page }) => {
    await enterIn(page, dress);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route(/\/app\/$/, async (route) => {
      const answer = await route.fetch(AGAIN);
      const html = (await answer.text()).replace(/assets\/index-[^".]+\.js/, 'assets/index-newer.js');
      await route.fulfill({ response: answer, body: html });
    });
    // A member who comes back to the network is asked about the newer console.
    await page.context().setOffline(true);
    await expect(page.getByText(t('shell.offline'))).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(t('shell.newer'))).toBeVisible();
    await expect(page.getByText(t('shell.offline'))).toBeHidden();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: t('shell.reload') }).click();
    await loaded;
    await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeAttached();
  });

  test(
    `the operator’s branding dresses the console, on the next visit before the server has answered, ${where}`,
    once(dress, 'desk'),
    async ({ page, request, demo }) => {
      const branding = {
        text: '猫头鹰云',
        main: '/app/owl.svg',
        leftBg: '/app/owl.svg',
        welcomeText: '欢迎来到猫头鹰云',
        registerType: 'none',
        loginWay: 'email',
        renewRedesign: 1,
        serviceUrl: 'https://help.example/',
        serviceHours: '09:00–21:00',
      };
      const answer = (await (await request.get('/app-api/system/front/logo')).json()) as { data: typeof branding };
      const { data: own } = answer;
      await demo.seed({ branding });
      try {
        const greeting = page.getByText(branding.welcomeText);
        await page.setViewportSize(viewport);
        await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
        await page.goto('/app/login');
        await expect(page).toHaveTitle(/猫头鹰云/);
        await expect(greeting).toBeVisible();
        const first = page.getByRole('tab', { name: t('signIn.by.email'), exact: true });
        await expect(first).toHaveAttribute('aria-selected', 'true');
        await expect(page.getByText(t('signIn.closed'))).toBeVisible();
        const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('branding') ?? '{}') as object);
        await expect.poll(kept).toEqual(branding);
        if (wide) await expect(page.locator('aside[data-own="false"]')).toHaveCSS('background-image', /owl\.svg/);
        await page.route('**/app-api/system/front/logo', () => {});
        await page.goto('/app/login');
        await expect(page).toHaveTitle(new RegExp(branding.text));
        await expect(greeting).toBeVisible();
        await page.unroute('**/app-api/system/front/logo');
        await enter(page, language);
        const place = wide ? page.getByRole('link', { name: branding.text }) : page.locator('header');
        await expect(place.locator('img')).toHaveAttribute('src', /owl\.svg$/);
        if (!wide) await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
        const service = page.getByRole('link', { name: t('shell.service') });
        await expect(service).toHaveAttribute('href', 'https://help.example/');
        await expect(service).toHaveAttribute('target', '_blank');
      } finally {
        // With the demo's own help centre: the file's other tests go on with it.
        await demo.seed({ branding: own });
      }
    },
  );
}
