// What the tests of getting in share: the page's own words in both languages, a code asked for as a person does, and how a page must be.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Language, sentCode } from './account';
import { listening } from './captcha';
import { type Demo, listen } from './fixtures';

/** What a finger hits. */
const FINGER_PX = 44;

/** How long a picture may be answered. */
const CAPTCHA_LIFE_MS = 120_000;

type Tree = { [key: string]: string | Tree };

/** The words of getting in: `words('en-US')('signIn.submit')`. */
export function words(language: Language): (key: string) => string {
  const read = (part: string) =>
    JSON.parse(readFileSync(resolve(`../webapp/src/i18n/${language}/${part}.json`), 'utf8')) as Tree;
  const tree: Tree = { ...read('auth'), ...read('entry') };
  return (key) => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
    if (typeof found !== 'string') throw new Error(`no words for ${key}`);
    return found;
  };
}

let movedSeconds = 0;
const WINDOW_SECONDS = 3660;
const SLACK_MS = 5_000;

/** Moves the server's clock on, and comes back once the server goes by it. */
export async function later(demo: Demo, seconds: number): Promise<void> {
  movedSeconds += seconds;
  demo.moveClock(movedSeconds);
  const ahead = async () => {
    const answer = await fetch(`${demo.origin}/app-api/member/captcha/captchaImage?action=sms`);
    return (await answer.json()).data.expiresMs - CAPTCHA_LIFE_MS - Date.now();
  };
  await expect.poll(ahead, { intervals: [50] }).toBeGreaterThan(movedSeconds * 1000 - SLACK_MS);
}
/** Lets the windows of all limits but the day's pass: a test begins unburdened by the ones before it. */
export const laterOn = (demo: Demo): Promise<void> => later(demo, WINDOW_SECONDS);

/** A page in a language of its own, with a silent console. */
export async function pageIn(
  browser: Browser,
  baseURL: string,
  language: Language,
  complaints: string[],
): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: language, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((tag) => localStorage.setItem('locale', tag), language);
  const page = await context.newPage();
  listen(page, complaints);
  return page;
}

/** A text field by its exact label; in English a tab may be called the same. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
export const codeInput = (page: Page) => page.locator('input[autocomplete=one-time-code]');
export const captchaInput = (page: Page, language: Language) => page.getByLabel(words(language)('captcha.label'));

/** Fills in what the last picture says, once it is there. */
export async function solveHere(page: Page, language: Language, ear: ReturnType<typeof listening>): Promise<void> {
  await expect.poll(ear.count).toBeGreaterThan(0);
  const picture = page.getByRole('button', { name: words(language)('captcha.next') });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  await captchaInput(page, language).fill(await ear.answer());
}

/** Asks for a code on the page, solving the picture by ear, and takes the code from the outbox. */
export async function askForCode(
  page: Page,
  demo: Demo,
  language: Language,
  to: string,
  purpose: string,
): Promise<string> {
  const say = words(language);
  const ear = listening(page);
  await page.getByRole('button', { name: say('code.send'), exact: true }).click();
  await expect(captchaInput(page, language)).toBeFocused();
  await solveHere(page, language, ear);
  await page.getByRole('button', { name: say('code.send'), exact: true }).click();
  await expect(page.getByRole('button', { name: /^(\d+ 秒后重发|Resend in \d+ s)$/ })).toBeVisible();
  return sentCode(demo, to, purpose);
}

/** Nothing that a screen reader cannot use, nothing sticking out, nothing too small for a finger on a phone. */
export async function sound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  expect(bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  if ((page.viewportSize()?.width ?? 0) >= 992) return;
  const small = await page.locator('main').evaluate((main, least) => {
    const targets = main.querySelectorAll<HTMLElement>('.ant-btn, [role=tab], .ant-input-affix-wrapper, input.ant-input');
    const shown = [...targets].filter((each) => each.offsetHeight > 0 && !each.closest('.ant-input-affix-wrapper > *'));
    return shown.filter((each) => each.offsetHeight < least).map((each) => each.outerHTML.slice(0, 120));
  }, FINGER_PX);
  expect(small, 'targets too small for a finger').toEqual([]);
}

/** Looks at an open page in both themes, on a desk and on a phone. */
export async function looksSound(
  browser: Browser,
  baseURL: string,
  language: Language,
  complaints: string[],
  visit: (page: Page) => Promise<void>,
) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const small = viewport.width < 992;
      const context = await browser.newContext({
        baseURL,
        locale: language,
        viewport,
        colorScheme,
        hasTouch: small,
        isMobile: small,
      });
      await context.addInitScript((tag) => localStorage.setItem('locale', tag), language);
      const page = await context.newPage();
      listen(page, complaints);
      await visit(page);
      await sound(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await context.close();
    }
  }
}
