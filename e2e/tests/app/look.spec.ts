// Every screen in both languages and themes, on a desk and on a phone: nothing cut off, nothing that a screen reader cannot use.
// One visit in each language walks them all; theme and size change without a reload. Every day a language wears one theme on a desk and the
// other on a phone, the other language the other way round; in a sweep both wear both.
import type { Page } from '@playwright/test';
import { enter, type Language, languages } from '../../account';
import { serious } from '../../axe';
import { sticksOut, tooWide } from '../../fits';
import { expect, listen, test } from '../../fixtures';
import { resize } from '../../layouts';
import { act, deck, select } from '../../operations';
import { go } from '../../shell';
import { daily } from '../../sweep';
import { wordsIn } from '../../words';

type Mode = 'light' | 'dark';
type Size = 'desk' | 'phone';
/** Height of two lines of the deck's small words, in pixels. */
const TWO_LINES_PX = 32;
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** The themes in which a screen of this size is judged. */
const modes = (language: Language, size: Size): readonly Mode[] =>
  daily<readonly Mode[]>([(language === 'zh-CN') === (size === 'desk') ? 'light' : 'dark'], ['light', 'dark']);

/** Holds one screen in these sizes: those in which it exists. Nothing serious by axe: in a further theme what depends on colour is asked alone. */
async function hold(page: Page, language: Language, screen: string, where: Size[]): Promise<void> {
  for (const size of where) {
    await resize(page, sizes[size]);
    for (const [at, mode] of modes(language, size).entries()) {
      await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      const bad = await serious(page, at === 0 ? 'all' : 'colours');
      expect.soft(bad, `${screen} on a ${size}, ${mode}`).toEqual([]);
    }
    expect.soft(await sticksOut(page), `${screen} on a ${size}: nothing sticks out sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(sizes.desk);
}

/** On a phone every action of the deck is read whole, in two lines at most. */
async function readWhole(page: Page): Promise<void> {
  const labels = deck(page).getByRole('toolbar').getByRole('button').locator('span:not([aria-hidden])');
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(deck(page)).toHaveAttribute('data-wide', 'false');
    await expect(labels).toHaveCount(6);
    expect.soft(await tooWide(labels), `cut off at ${width} px`).toEqual([]);
    const heights = await labels.evaluateAll((all) => all.map((each) => each.clientHeight));
    expect.soft(Math.max(...heights), `lines at ${width} px`).toBeLessThanOrEqual(TWO_LINES_PX);
  }
  await page.setViewportSize(sizes.desk);
}

for (const language of languages) {
  test(`every screen in ${language}: light and dark, on a desk and on a phone`, async ({ browser, baseURL }) => {
    const t = wordsIn(language);
    const complaints: string[] = [];
    const context = await browser.newContext({ baseURL, locale: language, viewport: sizes.desk });
    await context.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    const page = await context.newPage();
    await listen(page, complaints);
    const walk = (page: Page, screen: string, where: Size[] = ['desk', 'phone']) => hold(page, language, screen, where);
    /** The interface's own words: what members named is left out. */
    const onlyItsLanguage = async (part: string) => {
      if (language !== 'en-US') return;
      const text = (await page.locator(part).allInnerTexts()).join(' ').replace(/主力-01|简体中文/g, '');
      expect.soft(text, part).not.toMatch(/[\u4e00-\u9fff]/);
    };

    await page.goto('/app/login');
    for (const [path, title] of [
      ['/login', 'signIn.welcome'],
      ['/register', 'register.heading'],
      ['/restpassword', 'reset.heading'],
      ['/social-login', 'social.failedTitle'],
      ['/404', 'notFound.title'],
      ['/401', 'noAccess.title'],
    ] as const) {
      if (path !== '/login') await go(page, path);
      await expect(page.getByRole('heading', { level: 1, name: t(title), exact: true })).toBeAttached();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await onlyItsLanguage('body');
      await walk(page, path);
    }
    // Somebody whom a provider knows and nobody here does.
    await page.goto('/app/login');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sandbox ID' }).click();
    await page.locator('a.person').nth(2).click();
    await expect(page).toHaveURL(/\/app\/bind$/);
    // The page of the way back has a heading of its own, and is shown a moment longer than its address.
    await expect(page.getByRole('heading', { level: 1, name: t('bind.heading'), exact: true })).toBeVisible();
    await walk(page, '/bind');

    await enter(page, language);
    await expect(page.getByRole('article')).toHaveCount(6);
    await walk(page, 'the list as cards');
    // One phone and several have other actions.
    await select(page, '主力-01');
    await readWhole(page);
    await select(page, '主力-01', '直播间');
    await readWhole(page);
    await walk(page, 'the deck', ['phone']);
    await deck(page)
      .getByRole('button', { name: t('batch.clear') })
      .click();
    await page.getByTitle(t('list.table'), { exact: true }).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await walk(page, 'the list as a table', ['desk']);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: t('shell.palette') })).toBeVisible();
    await walk(page, 'the command palette');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: t('shell.paletteHint') })).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: t('shell.keys.title') })).toBeVisible();
    await walk(page, 'the keys', ['desk']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: t('shell.search') }).click();
    await page.getByRole('combobox', { name: t('shell.paletteHint') }).fill(t('pages.phones'));
    await expect(page.getByRole('option').first()).toBeVisible();
    await walk(page, 'what the palette finds', ['desk']);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('shell.layout') }).click();
    const settings = page.getByRole('dialog', { name: t('shell.layout') });
    await expect(settings).toBeVisible();
    await walk(page, 'the layout settings');
    await settings.getByRole('switch', { name: t('shell.set.tagsView') }).click();
    await page.keyboard.press('Escape');
    await page
      .getByRole('navigation', { name: t('shell.tabs') })
      .getByRole('link')
      .first()
      .click({ button: 'right' });
    const refresh = page.getByRole('menuitem', { name: t('shell.tab.refresh'), exact: true });
    await expect(refresh).toBeVisible();
    await walk(page, 'the menu of a tab', ['desk']);
    await refresh.click();
    await page.getByRole('button', { name: t('feedback.title') }).click();
    await expect(page.getByRole('dialog', { name: t('feedback.title') })).toBeVisible();
    await walk(page, 'the feedback');

    await page.goto('/app/personalCenter/accountCenter');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await walk(page, 'the account');
    await go(page, '/notice');
    await expect(page.getByRole('heading', { level: 2, name: t('notices.empty') })).toBeVisible();
    await walk(page, 'no messages', ['phone']);
    await page.setViewportSize(sizes.phone);
    await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
    await expect(page.getByRole('dialog', { name: t('shell.menu') })).toBeVisible();
    await walk(page, 'the menu of a phone', ['phone']);

    await go(page, '/index');
    await page.getByRole('button', { name: t('list.openName', { name: '主力-01' }), exact: true }).press('Enter');
    await expect(page.getByText(t('play.live'), { exact: true })).toBeVisible();
    await onlyItsLanguage('aside, header');
    await walk(page, 'play');

    await go(page, '/index');
    await page.getByTitle(t('list.cards'), { exact: true }).click();
    await expect(page.getByRole('article')).toHaveCount(6);
    await select(page, '主力-01', '直播间', '选品 A');
    await act(page, t('list.groupControl'));
    await expect(page.getByText(t('play.live'), { exact: true })).toBeVisible();
    await walk(page, 'group control');
    await page.setViewportSize(sizes.phone);
    await page.getByText(t('group.followersOf', { n: '2', all: '2' }), { exact: true }).click();
    await walk(page, 'the followers', ['phone']);
    await context.close();
    expect(complaints, 'the console is silent').toEqual([]);
  });
}
