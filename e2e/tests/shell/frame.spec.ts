// The frame's menu and header, sentence by sentence as they are specified: in both languages, on a desk and on a phone.
import type { Locator, Page } from '@playwright/test';
import { AGAIN, expect, test } from '../../fixtures';
import {
  begin,
  command,
  type Dress,
  dresses,
  enterIn,
  go,
  markPage,
  once,
  openMenu,
  openPhone,
  routed,
  sound,
  withRouters,
} from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const NOTICE = /\/prod-api\/api\/websocket\/notice\/\d+\/0\?token=/;

/** Pages, then the titles of containers, in the words of the specification. */
const titles = {
  'zh-CN': ['云手机', '购买', '续费', '大客户', '消息', '客服', '关于我们'],
  'en-US': ['Cloud Phone', 'Buy', 'Renew', 'Key Account', 'Messages', 'Customer Service', 'About Us'],
} as const;

const entriesOf = (menu: Locator) => menu.locator('ul').first().locator('a, button');
/** How heavy each icon is drawn; an entry without one has none. */
const strokesOf = (menu: Locator) =>
  entriesOf(menu).evaluateAll((all) => all.map((each) => each.querySelector('svg')?.getAttribute('stroke-width')));
const heavyAt = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index === at ? '2.4' : '1.6'));

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `the menu has icons and titles, the active icon is heavier, an only child stands for its parent, ${where}`,
    once(dress, 'desk'),
    async ({ page }) => {
      await withRouters(page, [
        routed('/one', 'Layout', {
          meta: { title: 'setting' },
          children: [routed('only', 'notices/index'), routed('hid', 'phones/index', { hidden: true })],
        }),
        routed('/kept', 'Layout', {
          alwaysShow: true,
          meta: { title: 'customer' },
          children: [routed('single', 'phones/index')],
        }),
        routed('/many', 'Layout', {
          redirect: 'noRedirect',
          meta: { title: 'about' },
          children: [routed('first', 'phones/index'), routed('second', 'phones/index')],
        }),
        routed('/secret', 'phones/index', { hidden: true }),
        // The screen of this page is not built.
        routed('/soon', 'notBuilt/index'),
      ]);
      await enterIn(page, dress);
      const [phones, buy, renew, keyAccount, messages, customer, about] = titles[language];
      let menu = await openMenu(page, dress);
      const [count, last] = wide ? [7, 6] : [8, 7];
      if (wide) {
        await expect(entriesOf(menu)).toHaveText([...titles[language]]);
        // Groups open their column, pages themselves.
        for (const at of [5, 6]) await expect(entriesOf(menu).nth(at)).toHaveRole('button');
      } else {
        // Pages below a container stand below its title.
        await expect(entriesOf(menu)).toHaveText([phones, buy, renew, keyAccount, messages, phones, phones, phones]);
        // The drawer has help pages further down, and one of them is titled as a container is.
        for (const title of [customer, about])
          await expect(menu.getByText(title, { exact: true }).first()).toBeVisible();
      }
      await expect.poll(() => strokesOf(menu)).toEqual(heavyAt(0, count));
      // Feedback and settings stand at its foot.
      const place = wide ? page.locator('[data-side]') : page.getByRole('dialog', { name: t('shell.menu') });
      await expect(place.getByRole('button', { name: t('feedback.title') })).toBeVisible();
      await expect(place.getByRole('link', { name: t('shell.settings') })).toHaveAttribute(
        'href',
        '/app/setting/account',
      );

      await entriesOf(menu).nth(4).click();
      await expect(page).toHaveURL(/\/app\/one\/only$/);
      menu = await openMenu(page, dress);
      await expect.poll(() => strokesOf(menu)).toEqual(heavyAt(4, count));
      await expect(entriesOf(menu).nth(4)).toHaveAttribute('aria-current', 'page');

      await entriesOf(menu).nth(last).click();
      if (wide) await page.getByRole('navigation', { name: about, exact: true }).getByRole('link').last().click();
      await expect(page).toHaveURL(/\/app\/many\/second$/);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('activeItem'))).toBe('/many/second');
      // A page without an item leaves the last one active; the account centre is none.
      await go(page, '/notice');
      await expect(page.getByRole('heading', { level: 1, name: messages })).toBeAttached();
      menu = await openMenu(page, dress);
      await expect.poll(() => strokesOf(menu)).toEqual(heavyAt(last, count));
      if (!wide) await page.keyboard.press('Escape');
      await go(page, '/setting/account');
      await expect(page).toHaveURL(/\/app\/setting\/account$/);
      await expect(page.getByRole('heading', { level: 1, name: t('pages.account'), exact: true })).toBeAttached();
      menu = await openMenu(page, dress);
      const foot = wide ? page.locator('[data-side]') : page.getByRole('dialog', { name: t('shell.menu') });
      await expect(foot.getByRole('link', { name: t('shell.settings') })).toHaveAttribute('aria-current', 'page');
      await expect(menu.locator('[aria-current="page"]')).toHaveCount(wide ? 0 : 1);
      expect(await page.evaluate(() => localStorage.getItem('activeItem'))).toBe('/many/second');
      await go(page, '/soon');
      await expect(page).toHaveURL(/\/app\/404$/);
    },
  );

  test(`the header says where one is, ${where}`, SWEPT, async ({ page }) => {
    await withRouters(page, [
      routed('/led', 'Layout', { meta: { title: 'Led' }, children: [routed('in', 'notices/index')] }),
      routed('/shut', 'Layout', {
        redirect: 'noRedirect',
        meta: { title: 'Shut' },
        children: [routed('in', 'notices/index')],
      }),
      routed('/left', 'Layout', {
        meta: { title: 'Left out', breadcrumb: false },
        children: [routed('in', 'notices/index')],
      }),
    ]);
    await enterIn(page, dress);
    const [phones, , , , messages] = titles[language];
    const header = page.locator('header');
    const crumbs = page.locator('.ant-breadcrumb li:not(.ant-breadcrumb-separator)');
    /** The crumbs; those with an address can be clicked. */
    const trail = () =>
      crumbs.evaluateAll((all) =>
        all.map((each) => [each.textContent, each.querySelector('a')?.getAttribute('href') ?? null]),
      );
    const home = [phones, '/app/index'];
    if (!wide) {
      await expect(header).toContainText(phones);
      await go(page, '/led/in');
      await expect(header).toContainText(messages);
      await expect(header).not.toContainText(phones);
      await expect(crumbs).toHaveCount(0);
      await go(page, '/index');
      await openPhone(page);
      await expect(header).toContainText('主力-01');
      return;
    }
    await expect.poll(trail).toEqual([[phones, null]]);
    for (const [path, between] of [
      ['/led/in', [['Led', '/app/led']]],
      ['/shut/in', [['Shut', null]]],
      ['/left/in', []],
    ] as const) {
      await go(page, path);
      await expect.poll(trail, path).toEqual([home, ...between, [messages, null]]);
    }
    await go(page, '/led/in');
    await expect.poll(async () => (await trail()).length).toBe(3);
    await crumbs.nth(1).getByRole('link').click();
    await expect(page).toHaveURL(/\/app\/led\/in$/);
    await crumbs.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/app\/index$/);
  });
}

/** As long as a query may be. */
const LONG = 'Lighthouses of the northern seas';

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `the search forgives four slips in ten, counts the title more than the path, and leaves out what cannot be opened, ${where}`,
    SWEPT,
    async ({ page }) => {
      const link = (path: string, title: string) => routed(path, '', { meta: { title } });
      const two = [routed('one', 'phones/index'), routed('two', 'phones/index')];
      await withRouters(page, [
        routed('/desk', 'Layout', { meta: { title: 'Workbench' }, children: two }),
        routed('/quartz', 'Layout', { meta: { title: 'Stones' }, children: two }),
        routed('/rock', 'Layout', { meta: { title: 'Xquartz' }, children: two }),
        routed('/inert', 'Layout', { redirect: 'noRedirect', meta: { title: 'Quokka' }, children: two }),
        routed('/away', 'Layout', { hidden: true, meta: { title: 'Zyzzyva' }, children: two }),
        link('https://long.example/', LONG),
        link('https://help.example/', 'Help centre'),
      ]);
      await page.context().route('https://help.example/**', (route) => route.fulfill({ body: 'help' }));
      await enterIn(page, dress);
      await page.getByRole('heading', { level: 1 }).focus();
      const field = page.getByRole('combobox', { name: t('shell.paletteHint') });
      const found = page.getByRole('option');
      const open = async () => {
        if (!wide) await page.getByRole('button', { name: t('shell.search') }).click();
        // Parts of the page that are still being loaded may take the focus: the key is pressed until the field has it.
        else
          await expect(async () => {
            await page.keyboard.press('/');
            await expect(field).toBeFocused({ timeout: 2_000 });
          }).toPass();
        await expect(field).toBeFocused();
      };
      const none = async (query: string) => {
        await field.fill(query);
        await expect(page.getByText(t('shell.nothingFound')), query).toBeVisible();
        await expect(found).toHaveCount(0);
      };
      const phones = titles[language][0];

      await open();
      await field.fill('W');
      await expect(found.filter({ hasText: 'Workbench' })).toHaveCount(3);
      await field.fill('wrokbench');
      await expect(found.first()).toContainText('Workbench');
      await sound(page);
      // Four wrong letters of ten are the threshold itself, four of nine and five of ten are beyond it.
      await field.fill('lighqqqqse');
      await expect(found.first()).toContainText(LONG);
      await none('ligqqqqqse');
      await none('woqqqqnch');
      // Both stand one letter behind the beginning, the one in a title, the other in a path.
      await field.fill('quartz');
      await expect(found.first()).toContainText('Xquartz');
      await expect(found.nth(3)).toContainText('Stones');
      // Below a container that cannot be opened there are pages; the container is none.
      await field.fill('quokka');
      await expect(found).toHaveText([new RegExp(`^Quokka > ${phones}`), new RegExp(`^Quokka > ${phones}`)]);
      await none('zyzzyva');
      await field.fill(LONG);
      await expect(found.first()).toContainText(LONG);
      await field.pressSequentially('zz');
      await expect(field).toHaveValue(LONG);

      await field.fill('help centre');
      await expect(found.first()).toContainText('Help centre');
      const popup = page.waitForEvent('popup');
      await field.press('Enter');
      const help = await popup;
      await expect(help).toHaveURL('https://help.example/');
      await help.close();
      await page.bringToFront();
      await expect(field).toBeHidden();
      await open();
      await field.fill('/desk/two');
      await expect(found.first()).toContainText(`Workbench > ${phones}`);
      await field.press('Enter');
      await expect(page).toHaveURL(/\/app\/desk\/two$/);
      await open();
      await page.keyboard.press('Escape');
      await expect(field).toBeHidden();
    },
  );

  test(
    `the bell counts to 99+, says nothing of nothing, and leads to the messages, ${where}`,
    SWEPT,
    async ({ page }) => {
      const told: ((count: string) => void)[] = [];
      // The member's own socket says a count when it opens, which may be late: it says nothing here.
      await page.routeWebSocket(/\/websocket\/infra\/ws/, () => {});
      await page.routeWebSocket(NOTICE, (socket) => {
        told.push((count) => socket.send(count));
      });
      await enterIn(page, dress);
      await expect.poll(() => told.length).toBe(1);
      const header = page.locator('header');
      for (const [count, text] of [
        ['1', '1'],
        ['99', '99'],
        ['100', '99+'],
      ] as const) {
        told[0]?.(count);
        await expect(header.getByRole('link', { name: t('shell.unread', { n: text }), exact: true })).toHaveText(text);
      }
      told[0]?.('0');
      const bell = header.getByRole('link', { name: t('shell.messages'), exact: true });
      await expect(bell).toHaveText('');
      told[0]?.('100');
      await header.getByRole('link', { name: t('shell.unread', { n: '99+' }), exact: true }).click();
      await expect(page).toHaveURL(/\/app\/notice$/);
    },
  );
}

/** Where the member's own pages lead, in their order. */
const own = [
  'uploadRecords',
  'orderRecords',
  'empowerPhoneList',
  'redemptionCode',
  'recycleBin',
  'notice',
  'setting/about',
] as const;
const ownTitles = ['uploads', 'orders', 'sharing', 'redeem', 'recycleBin', 'messages', 'about'] as const;

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `the member’s corner shows phone, id and the third picture, and has the member’s own pages in their order, ${where}`,
    SWEPT,
    async ({ page }) => {
      await page.route('**/member/member/currentMemberInfo', async (route) => {
        const answer = await route.fetch(AGAIN);
        const body = (await answer.json()) as { data: object };
        const avatarList = [1, 2, 3].map((n) => ({ avatarUrl: `/app/owl.svg?${n}` }));
        await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, avatarList } } });
      });
      await enterIn(page, dress);
      const pages = ownTitles.map((key) => t(`shell.${key}`));
      const corner = wide
        ? page.getByRole('button', { name: t('shell.account') })
        : page.getByRole('dialog', { name: t('shell.menu') });
      const open = () => (wide ? corner.click() : openMenu(page, dress));
      await open();
      await expect(corner).toContainText('138****0000');
      await expect(corner).toContainText(/ID \d+/);
      await expect(corner.locator('img')).toHaveAttribute('src', /\/app\/owl\.svg\?3$/);
      const links = page
        .getByRole('navigation', { name: t('shell.navigation') })
        .locator('ul')
        .last()
        .getByRole('link');
      if (wide) {
        const after = [
          'pages.customerService',
          'shell.layout',
          'shell.keys.title',
          'feedback.title',
          'session.signOut',
        ];
        const all = [t('pages.account'), ...pages, ...after.map((key) => t(key))];
        await expect(page.getByRole('menuitem')).toHaveText(all);
      } else {
        // In the drawer the settings, which a desk has at the sidebar's foot, stand behind the member's pages.
        await expect(links).toHaveText([...pages, t('shell.settings')]);
        await expect(corner.getByRole('button').last()).toHaveText(t('session.signOut'));
      }
      for (const [at, path] of own.entries()) {
        if (at > 0) await open();
        await (wide ? page.getByRole('menuitem', { name: pages[at], exact: true }) : links.nth(at)).click();
        // On a desk it lies over the page that is open.
        if (wide && path === 'empowerPhoneList') {
          const sharing = page.getByRole('dialog', { name: t('sharing.title') });
          await expect(sharing).toBeVisible();
          // The dialog hears keys from when it has the focus.
          await expect.poll(() => sharing.evaluate((part) => part.contains(document.activeElement))).toBe(true);
          await page.keyboard.press('Escape');
          await expect(sharing).toBeHidden();
        } else await expect(page).toHaveURL(new RegExp(`/app/${path}$`));
      }
    },
  );
}

const heights = { default: 40, small: 24, mini: 22, medium: 32 } as const;

/** The labelled switch of the header, or of the drawer that is open on a phone. */
const switchNamed = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Chooses a size: in the header of a desk, by the palette on a phone. */
async function chooseSize(page: Page, { language, wide }: Dress, from: string, to: string): Promise<void> {
  const t = wordsIn(language);
  if (!wide) return command(page, language, t('shell.sizeTo', { to: t(`shell.size.${to}`) }));
  await switchNamed(page, t('shell.sizeOf', { now: t(`shell.size.${from}`) })).click();
  await page.getByRole('menuitem', { name: t(`shell.size.${to}`), exact: true }).click();
}

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `each of the four sizes opens the view afresh and stays, medium is the first, ${where}`,
    SWEPT,
    async ({ page }) => {
      await enterIn(page, dress);
      const button = page.getByRole('button', { name: t('list.filter'), exact: true });
      const height = async () => Math.round((await button.boundingBox())?.height ?? 0);
      await expect.poll(height).toBe(heights.medium);
      let now = 'medium';
      for (const [size, px] of Object.entries(heights)) {
        const before = await markPage(page);
        await chooseSize(page, dress, now, size);
        await expect(before).toHaveCount(0);
        await expect.poll(height, size).toBe(px);
        await expect(page).toHaveURL(/\/app\/index$/);
        now = size;
        if (size !== 'mini') continue;
        await page.reload();
        await expect.poll(height, 'after a reload').toBe(px);
      }
    },
  );

  test(`motion follows the system, appearance until one is chosen; the language is stored and the page loaded in it, ${where}`, async ({
    page,
  }) => {
    await begin(page, dress);
    const root = page.locator('html');
    const appearance = (now: string, next: string) =>
      switchNamed(page, t('switches.appearance', { now: t(`switches.${now}`), next: t(`switches.${next}`) }));
    // Moving parts stand still where the system asks for less motion.
    const lasts = () =>
      page
        .locator('header button')
        .first()
        .evaluate((element) => getComputedStyle(element).transitionDuration);
    await expect.poll(lasts).toBe('0s');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(lasts).toBe('0.12s');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(root).toHaveAttribute('data-theme', 'dark');
    if (!wide) await openMenu(page, dress);
    await appearance('auto', 'light').click();
    await expect(root).toHaveAttribute('data-theme', 'light');
    await appearance('light', 'dark').click();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await appearance('dark', 'auto').click();
    await expect(root).toHaveAttribute('data-theme', 'light');

    const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
    await page.evaluate(() => Object.assign(window, { before: true }));
    await switchNamed(page, t('switches.language', { name: other === 'zh-CN' ? '简体中文' : 'English' })).click();
    await expect(page.getByRole('heading', { level: 1, name: titles[other][0], exact: true })).toBeVisible();
    await expect(root).toHaveAttribute('lang', other);
    expect(await page.evaluate(() => [localStorage.getItem('locale'), 'before' in window])).toEqual([other, false]);
  });

  test(
    `before any script of the page has come it wears what was chosen, ${where}`,
    once(dress, 'phone'),
    async ({ page }) => {
      const mode = wide ? 'dark' : 'light';
      await page.setViewportSize(dress.viewport);
      // The system says the opposite.
      await page.emulateMedia({ colorScheme: wide ? 'light' : 'dark', reducedMotion: 'reduce' });
      await page.addInitScript(
        ([locale, layout]) => {
          localStorage.setItem('locale', locale);
          localStorage.setItem('layout-setting', layout);
          localStorage.setItem('branding', '{"text":"猫头鹰云","main":"/app/owl.svg?own"}');
        },
        [language, JSON.stringify({ mode, theme: '#6959CD' })] as const,
      );
      await page.route(/\/app\/assets\/.*\.js$/, () => {});
      await page.goto('/app/login', { waitUntil: 'commit' });
      const root = page.locator('html');
      await expect(root).toHaveAttribute('data-theme', mode);
      await expect(root).toHaveAttribute('lang', language);
      await expect(root).toHaveCSS('background-color', wide ? 'rgb(11, 16, 21)' : 'rgb(245, 247, 249)');
      await expect(root).toHaveCSS('color-scheme', mode);
      await expect(page).toHaveTitle('猫头鹰云');
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/app/owl.svg?own');
      expect(await root.evaluate((element) => element.style.getPropertyValue('--owl-accent'))).toBe('#6959CD');
      await expect(page.locator('#root')).toBeEmpty();
    },
  );
}
