// The frame in tests: both languages in both layouts, a layout to begin with, a router list made by a test, a page as a phone shows it.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { enter, type Language, languages } from './account';
import { serious } from './axe';
import { sticksOut } from './fits';
import { AGAIN, admit, expectToast, FIRST_MEMBER, listen, PASSWORD } from './fixtures';
import { daily, SWEPT } from './sweep';
import { inEither, type Translate, wordsIn } from './words';

const DESK = { width: 1440, height: 900 } as const;
const PHONE = { width: 390, height: 844 } as const;

/** A language and a layout. */
export interface Dress {
  language: Language;
  /** The layout of a desk, not that of a phone. */
  wide: boolean;
  viewport: { width: number; height: number };
  /** For the titles of tests. */
  where: string;
}

/** Both languages, each of them on a desk and on a phone. */
export const wardrobe: readonly Dress[] = languages.flatMap((language) => [
  { language, wide: true, viewport: DESK, where: `${language}, on a desk` },
  { language, wide: false, viewport: PHONE, where: `${language}, on a phone` },
]);

/** Every day each language once and each layout once, since no layout depends on the language; all four in a sweep. */
export const dresses: readonly Dress[] = daily(
  wardrobe.filter(({ language, wide }) => wide === (language === 'zh-CN')),
  wardrobe,
);

/** For `test(title, once(dress, 'desk'), …)`: a walk that every day is walked in this layout alone. */
export const once = ({ wide }: Dress, layout: 'desk' | 'phone') => (wide === (layout === 'desk') ? {} : SWEPT);

/** Signs in, dressed. */
export async function enterIn(
  page: Page,
  { language, viewport }: Dress,
  account = FIRST_MEMBER,
  path = '/app/index',
): Promise<void> {
  await page.setViewportSize(viewport);
  await enter(page, language, account, PASSWORD, path);
}

/** Signs in, dressed, where the test changes the language: what is chosen outlives a reload. */
export async function begin(
  page: Page,
  { language, viewport }: Dress,
  account = FIRST_MEMBER,
  path = '/app/index',
): Promise<void> {
  await page.setViewportSize(viewport);
  await page.addInitScript((tag) => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', tag);
  }, language);
  await admit(page, account);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Moves inside the console: a new load would forget what its pages keep. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, `/app${path}`);
}

/** The menu: beside the page on a desk, on a phone in the drawer that the header opens. */
export async function openMenu(page: Page, { language, wide }: Dress): Promise<Locator> {
  const t = wordsIn(language);
  if (!wide) await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
  const menu = page.getByRole('navigation', { name: t('shell.navigation') });
  await expect(menu).toBeVisible();
  return menu;
}

/** Runs a command of the palette by its words. */
export async function command(page: Page, language: Language, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: wordsIn(language)('shell.paletteHint') });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill(words);
  await expect(page.getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

/** Marks the page that is shown; the mark goes with it when it is opened afresh. */
export async function markPage(page: Page): Promise<Locator> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.evaluate((element) => element.setAttribute('data-seen', ''));
  const marked = page.locator('h1[data-seen]');
  await expect(marked).toHaveCount(1);
  return marked;
}

/** Makes the page one that nobody sees: for such a page nothing is asked again and again. */
export const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** Eight seconds in which a removal can be taken back are few on a busy machine: they do not end by themselves. */
export const giveTime = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, ms === 8_000 ? 600_000 : ms)) as typeof setTimeout;
  });

/** A page as a phone shows it, with a silent console. */
export async function onPhone(
  browser: Browser,
  baseURL: string | undefined,
  language: Language,
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: language,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await listen(page, complaints);
  return page;
}

/** Begins with this layout; a page that has one of its own keeps it. */
export async function withLayout(page: Page, setting: object): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('layout-setting') === null) localStorage.setItem('layout-setting', text);
  }, JSON.stringify(setting));
}

export const storedLayout = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as Record<string, unknown> | null);

/** Opens the layout settings on a phone: its menu leads to them. */
export async function openLayoutOnPhone(page: Page, t: Translate): Promise<Locator> {
  await page.getByRole('button', { name: t('shell.menu'), exact: true }).click();
  const menu = page.getByRole('dialog', { name: t('shell.menu'), exact: true });
  await menu.getByRole('button', { name: t('shell.layout') }).click();
  const drawer = page.getByRole('dialog', { name: t('shell.layout') });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** Saves the layout in its open settings: until then the browser keeps none. */
export async function saveLayout(page: Page, t: Translate): Promise<void> {
  const drawer = page.getByRole('dialog', { name: t('shell.layout') });
  await expect.poll(() => storedLayout(page)).toBeNull();
  await drawer.getByRole('button', { name: t('shell.set.save') }).click();
  await expect(drawer).toBeHidden();
  await expectToast(page, t('shell.set.saved'));
}

/** The colour that the page accents with. */
export const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--owl-accent').trim().toUpperCase());

/** Puts further entries beside those of the server's router list. */
export async function withRouters(page: Page, more: object[]): Promise<void> {
  await page.route('**/getRouters', async (route) => {
    const answer = await route.fetch(AGAIN);
    const body = (await answer.json()) as { data?: object[] | null };
    await route.fulfill({ response: answer, json: body.data ? { ...body, data: [...body.data, ...more] } : body });
  });
}

export const routed = (path: string, component: string, more: object = {}) => ({
  path,
  component,
  hidden: false,
  ...more,
});

/** Nothing serious for axe, in a sweep in the other theme neither, unless this one was chosen by the test; nothing sticks out sideways. */
export async function sound(page: Page, themes: 'both' | 'chosen' = daily('chosen', 'both')): Promise<void> {
  expect(await serious(page)).toEqual([]);
  expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
  if (themes === 'chosen') return;
  const html = page.locator('html');
  const shown = (await html.getAttribute('data-theme')) === 'dark' ? 'dark' : 'light';
  const other = shown === 'dark' ? 'light' : 'dark';
  const still = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' });
  await expect(html).toHaveAttribute('data-theme', other);
  expect(await serious(page, 'colours'), other).toEqual([]);
  await page.emulateMedia({ colorScheme: shown, reducedMotion: still ? 'reduce' : 'no-preference' });
  await expect(html).toHaveAttribute('data-theme', shown);
}

/** Opens the first phone's stage from the list. */
export async function openPhone(page: Page, name = '主力-01'): Promise<void> {
  await page.getByRole('button', { name: inEither((t) => t('list.openName', { name })) }).press('Enter');
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Checks that targets of a finger are large enough: 44 px high. */
export async function forFingers(place: Locator, targets: string): Promise<void> {
  await expect(place).toBeVisible();
  // The place may be shown a moment before its content.
  await expect(place.locator(targets)).not.toHaveCount(0);
  const heights = await place
    .locator(targets)
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
}
