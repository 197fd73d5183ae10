// The frame: sidebar, breadcrumb, search, switches, palette, keys, banners; on a desk and on a phone, in both languages.
import { enter, languages } from '../account';
import { expect, listen, test } from '../fixtures';
import { openPhone, routed, say, sound, storedLayout, withRouters } from '../shell';

for (const language of languages) {
  const t = say(language);

  test(`the sidebar opens and closes and is remembered, ${language}`, async ({ page, complaints }) => {
    await enter(page, language);
    const menu = page.getByRole('navigation', { name: t('shell.navigation') });
    const sidebar = page.locator('[data-side]');
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
    expect((await sidebar.boundingBox())?.width).toBe(81);
    await expect(menu.getByRole('link', { name: t('pages.phones') })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: t('shell.narrow') }).click();
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48);
    expect(await cookie()).toBe('0');
    await page.reload();
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48);
    await page.getByRole('button', { name: t('shell.unfoldMenu') }).click();
    expect(await cookie()).toBe('1');
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(81);
    expect(complaints).toEqual([]);
  });

  test(`a phone's stage narrows the sidebar by itself and gives it back, ${language}`, async ({ page }) => {
    await enter(page, language);
    await openPhone(page);
    const width = async () => (await page.locator('[data-side]').boundingBox())?.width;
    await expect.poll(width).toBe(48);
    const crumbs = page.locator('.ant-breadcrumb li:not(.ant-breadcrumb-separator)');
    await expect(crumbs).toHaveText([t('pages.phones'), '主力-01']);
    await expect(crumbs.last().getByRole('link')).toHaveCount(0);
    await crumbs.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/app\/index$/);
    await expect.poll(width).toBe(81);
    expect((await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value ?? '1').toBe('1');
    await expect(crumbs).toHaveText([t('pages.phones')]);
  });

  test(`the menu is searched by "/", ${language}`, async ({ page, complaints }) => {
    await withRouters(page, [
      routed('/desk', 'Layout', { meta: { title: 'Workbench' }, children: [routed('one', 'phones/index'), routed('two', 'phones/index')] }),
      routed('/hid', 'phones/index', { hidden: true }),
      routed('https://help.example/', '', { meta: { title: 'Help centre' } }),
    ]);
    await page.context().route('https://help.example/**', (route) => route.fulfill({ body: 'help' }));
    await enter(page, language);
    await page.getByRole('heading', { level: 1 }).click();
    const field = page.getByRole('combobox', { name: t('shell.search') });
    // What is still being loaded around it may take the focus once more.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(field).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await field.fill('wrokbench');
    await expect(page.getByRole('option').first()).toContainText('Workbench');
    await field.fill('/desk/two');
    await expect(page.getByRole('option').first()).toContainText(`Workbench > ${t('pages.phones')}`);
    await sound(page);
    await field.fill('help');
    const popup = page.waitForEvent('popup');
    await field.press('Enter');
    await expect(await popup).toHaveURL('https://help.example/');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: t('shell.search') }).fill('/desk/two');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app\/desk\/(one|two)$/);
    expect(complaints).toEqual([]);
  });

  test(`language, size and appearance, ${language}`, async ({ page, complaints }) => {
    await page.addInitScript((tag) => {
      if (localStorage.getItem('locale') === null) localStorage.setItem('locale', tag);
    }, language);
    await page.goto('/app/login');
    await page.locator('input[autocomplete=username]').fill('13800000000');
    await page.locator('input[type=password]').fill('Owldeck#2026');
    await page.getByRole('checkbox').check();
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(/\/app\/index/);

    const search = page.getByPlaceholder(/./).first();
    const height = async () => (await search.locator('xpath=ancestor-or-self::*[contains(@class,"ant-input")][last()]').boundingBox())?.height ?? 0;
    const medium = await height();
    await page.getByRole('button', { name: t('shell.sizeOf', { now: t('shell.size.medium') }) }).click();
    await page.getByRole('menuitem', { name: t('shell.size.default'), exact: true }).click();
    await expect.poll(height).toBeGreaterThan(medium);
    await expect(page).toHaveURL(/\/app\/index$/);
    await page.reload();
    await expect(page.getByRole('button', { name: t('shell.sizeOf', { now: t('shell.size.default') }) })).toBeVisible();

    const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
    const name = other === 'zh-CN' ? '简体中文' : 'English';
    await page.getByRole('button', { name: t('shell.language', { name }) }).click();
    await expect(page.getByRole('heading', { level: 1, name: say(other)('pages.phones') })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe(other);
    expect(complaints).toEqual([]);
  });

  test(`the palette, the keys and the way to the content, ${language}`, async ({ page, complaints }) => {
    await enter(page, language);
    await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeFocused();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: t('shell.paletteHint') });
    await expect(field).toBeFocused();
    await sound(page);
    await page.keyboard.type(t('shell.dark'));
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(field).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await sound(page);
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: t('shell.keys.title') })).toBeVisible();
    await sound(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByText(t('shell.skip')).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    expect(complaints).toEqual([]);
  });

  test(`the group and the help centre lead out, and feedback is sent, ${language}`, async ({ page, complaints }) => {
    await enter(page, language);
    const header = page.locator('header');
    await expect(header.getByText(t('shell.group', { n: '88213' }))).toBeVisible();
    for (const [name, path] of [
      [t('shell.joinGroup', { n: '88213' }), '/sandbox/contact/group'],
      [t('shell.service'), '/sandbox/contact/service'],
    ] as const) {
      const opened = page.waitForEvent('popup');
      await header.getByRole('link', { name }).click();
      const popup = await opened;
      await expect(popup).toHaveURL((url) => url.pathname === path);
      await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
      await popup.close();
    }

    await page.getByRole('button', { name: t('feedback.title') }).click();
    const dialog = page.getByRole('dialog', { name: t('feedback.title') });
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    expect((await dialog.boundingBox())?.width).toBe(600);
    await sound(page);
    await dialog.getByLabel(t('feedback.name'), { exact: true }).fill('Sound');
    await dialog.getByLabel(t('feedback.content'), { exact: true }).fill('one\ntwo');
    await dialog.getByRole('button', { name: t('feedback.submit') }).click();
    await expect(page.getByText(t('feedback.sent'))).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(complaints).toEqual([]);
  });

  test(`the member's corner offers the pages there are, ${language}`, async ({ page }) => {
    await enter(page, language);
    const corner = page.getByRole('button', { name: t('shell.account') });
    await expect(corner).toContainText('138****0000');
    await expect(corner).toContainText(/ID \d+/);
    await corner.click();
    const entries = page.getByRole('menuitem');
    await expect(entries).toHaveText([t('shell.orders'), t('shell.messages'), t('session.signOut')]);
    await entries.first().click();
    await expect(page).toHaveURL(/\/app\/orderRecords$/);
    const bell = page.getByRole('link', { name: t('shell.messages') });
    await bell.click();
    await expect(page).toHaveURL(/\/app\/notice$/);
    await page.getByRole('link', { name: t('shell.settings') }).click();
    await expect(page).toHaveURL(/\/app\/setting\/account$/);
  });

  test(`on a phone the frame is a header with a drawer, ${language}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: language });
    const page = await context.newPage();
    const complaints: string[] = [];
    listen(page, complaints);
    await withRouters(page, [routed('/keyAccount', 'phones/index')]);
    await enter(page, language);
    await expect(page.locator('[data-side]')).toHaveCount(0);
    expect((await page.locator('header').boundingBox())?.height).toBe(52);
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: t('shell.menu') });
    await expect(drawer.locator('a[href="/app/index"]')).toHaveAttribute('aria-current', 'page');
    await sound(page);
    for (const box of await drawer.locator('a, nav button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))) {
      expect(box).toBeGreaterThanOrEqual(44);
    }
    await expect(drawer.getByRole('link', { name: t('shell.joinGroup', { n: '88213' }) })).toHaveAttribute('target', '_blank');
    await expect(drawer.getByRole('link', { name: t('shell.service') })).toHaveAttribute('target', '_blank');
    const keyAccount = drawer.locator('a[href="/app/keyAccount"]');
    await keyAccount.click();
    await expect(page).toHaveURL(/\/app\/keyAccount$/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('activeItem'))).toBe('/keyAccount');
    await page.goto('/app/setting/account');
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    await expect(keyAccount).toHaveAttribute('aria-current', 'page');
    await drawer.getByRole('button', { name: t('shell.layout') }).click();
    const settings = page.getByRole('dialog', { name: t('shell.layout') });
    await expect(settings).toBeVisible();
    await sound(page);
    await settings.getByRole('radio', { name: t('shell.set.colour', { colour: '#6959CD' }) }).check({ force: true });
    await settings.getByRole('button', { name: t('shell.set.save') }).click();
    await expect(settings).toBeHidden();
    expect(await storedLayout(page)).toMatchObject({ theme: '#6959CD', tagsView: false });
    await page.getByRole('button', { name: t('shell.search') }).click();
    const palette = page.getByRole('combobox', { name: t('shell.paletteHint') });
    await expect(palette).toBeVisible();
    await sound(page);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await palette.fill(t('shell.fullscreen'));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('shell.noFullscreen'))).toBeVisible();
    await page.getByRole('link', { name: t('shell.messages') }).click();
    await expect(page).toHaveURL(/\/app\/notice$/);
    await context.close();
    expect(complaints).toEqual([]);
  });
}

for (const language of languages) {
  const t = say(language);

  test(`full screen is entered and left, and a browser without it says so, ${language}`, async ({ page }) => {
    await enter(page, language);
    const full = () => page.evaluate(() => document.fullscreenElement !== null);
    const button = page.getByRole('button', { name: t('shell.fullscreen') });
    await button.click();
    await expect.poll(full).toBe(true);
    await button.click();
    await expect.poll(full).toBe(false);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await button.click();
    await expect(page.getByText(t('shell.noFullscreen'))).toBeVisible();
  });
}

test('the layout is a phone’s below 992 px and a desk’s from there on', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(page.locator('[data-side]')).toHaveCount(0);
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(page.locator('[data-side]')).toHaveCount(1);
});

test('the chosen item is remembered, and shown on pages without an item of their own', async ({ page }) => {
  await withRouters(page, [routed('/keyAccount', 'phones/index')]);
  await enter(page, 'zh-CN');
  const menu = page.getByRole('navigation', { name: '主导航' });
  await menu.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/app\/keyAccount$/);
  const remembered = () => page.evaluate(() => localStorage.getItem('activeItem'));
  await expect.poll(remembered).toBe('/keyAccount');
  await page.goto('/app/setting/account');
  await page.reload();
  await expect(menu.getByRole('link').last()).toHaveAttribute('aria-current', 'page');
  expect(await remembered()).toBe('/keyAccount');
});

for (const { language, viewport } of [
  { language: 'zh-CN', viewport: { width: 1440, height: 900 } },
  { language: 'en-US', viewport: { width: 390, height: 844 } },
] as const) {
  const t = say(language);
  const where = `${language}, ${viewport.width} px`;

  test(`a newer console is said over the page, ${where}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await enter(page, language);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route(/\/app\/$/, async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/assets\/index-[^".]+\.js/, 'assets/index-newer.js');
      await route.fulfill({ response: answer, body: html });
    });
    // Whoever comes back to the network is asked about.
    await page.context().setOffline(true);
    await expect(page.getByText(t('shell.offline'))).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(t('shell.newer'))).toBeVisible();
    await expect(page.getByText(t('shell.offline'))).toBeHidden();
    await page.getByRole('button', { name: t('shell.reload') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeAttached();
  });

  test(`the operator’s branding dresses the console, on the next visit before the server has answered, ${where}`, async ({
    page,
    demo,
  }) => {
    const branding = {
      text: '猫头鹰云',
      main: '/app/owl.svg',
      leftBg: '/app/owl.svg',
      welcomeText: '欢迎来到猫头鹰云',
      serviceUrl: 'https://help.example/',
    };
    demo.seed({ branding });
    try {
      const wide = viewport.width >= 992;
      // A phone has no room for the greeting: its header has the name.
      const greeting = wide ? page.getByText(branding.welcomeText) : page.getByRole('banner').getByText(branding.text);
      await page.setViewportSize(viewport);
      await page.goto('/app/login');
      await expect(page).toHaveTitle(/猫头鹰云/);
      await expect(greeting).toBeVisible();
      if (wide) await expect(page.locator('aside[data-own="false"]')).toHaveCSS('background-image', /owl\.svg/);
      await page.route('**/app-api/system/front/logo', () => {});
      await page.goto('/app/login');
      expect(await page.title()).toContain(branding.text);
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
      demo.seed({ branding: {} });
    }
    await page.reload();
    await expect(page).toHaveTitle(/Owldeck/);
    await expect(page.getByRole('link', { name: t('shell.service') })).toHaveCount(0);
  });
}
