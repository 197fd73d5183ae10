// Getting in, in tests: a code is asked for as a person does, and a page is judged by its console, its width and its labels.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { type Language, sentCode } from './account';
import { serious } from './axe';
import { listening } from './captcha';
import { sticksOut } from './fits';
import { type Demo, listen } from './fixtures';
import { type Translate, wordsIn } from './words';

/** Least height of what a finger hits, in pixels. */
const FINGER_PX = 44;

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
  await listen(page, complaints);
  return page;
}

/** A text field by its exact label; in English a tab may be called the same. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
export const codeInput = (page: Page) => page.locator('input[autocomplete=one-time-code]');
export const captchaInput = (page: Page, language: Language) => page.getByLabel(wordsIn(language)('captcha.label'));

/** Pastes a message into the field of the code, as it came. */
export const pasteCode = (page: Page, message: string) =>
  codeInput(page).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, message);

/** Fills in what the last picture says, once it is there. */
export async function solveHere(page: Page, language: Language, ear: ReturnType<typeof listening>): Promise<void> {
  await expect.poll(ear.count).toBeGreaterThan(0);
  const picture = page.getByRole('button', { name: wordsIn(language)('captcha.next') });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  await captchaInput(page, language).fill(await ear.answer());
}

/** The button that has sent a code, while it counts down to the next. */
export const resendButton = (place: Page | Locator, t: Translate) =>
  place.getByRole('button', { name: new RegExp(`^${t('code.again', { count: '\\d+' })}$`) });

/** Waits until a code was sent. It reaches the outbox before the page has its answer, and until then the page takes none. */
export const codeSent = (place: Page | Locator, t: Translate) => expect(resendButton(place, t)).toBeVisible();

/** Asks for a code on the page, solving the picture by ear, and takes the code from the outbox. */
export async function askForCode(
  page: Page,
  demo: Demo,
  language: Language,
  to: string,
  purpose: string,
): Promise<string> {
  const t = wordsIn(language);
  const ear = listening(page);
  await page.getByRole('button', { name: t('code.send'), exact: true }).click();
  await expect(captchaInput(page, language)).toBeFocused();
  await solveHere(page, language, ear);
  await page.getByRole('button', { name: t('code.send'), exact: true }).click();
  await codeSent(page, t);
  return sentCode(demo, to, purpose);
}

/** Nothing that a screen reader cannot use; in the dark only what depends on colour is asked again. */
export async function usable(page: Page, mode: 'light' | 'dark'): Promise<void> {
  expect(await serious(page, mode === 'light' ? 'all' : 'colours')).toEqual([]);
}

/** Nothing sticking out, nothing too small for a finger on a phone. */
async function fits(page: Page): Promise<void> {
  expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
  if ((page.viewportSize()?.width ?? 0) >= 992) return;
  const small = await page.locator('main').evaluate((main, least) => {
    const targets = main.querySelectorAll<HTMLElement>(
      '.ant-btn, [role=tab], .ant-input-affix-wrapper, input.ant-input',
    );
    const shown = [...targets].filter((each) => each.offsetHeight > 0 && !each.closest('.ant-input-affix-wrapper > *'));
    return shown.filter((each) => each.offsetHeight < least).map((each) => each.outerHTML.slice(0, 120));
  }, FINGER_PX);
  expect(small, 'targets too small for a finger').toEqual([]);
}

/**
 * Looks at what `visit` opens on a desk in the light and on a phone in the dark; the page is not loaded again between them.
 * tests/app/look.spec.ts holds the bare pages in every dress.
 */
export async function looksSound(
  browser: Browser,
  baseURL: string,
  language: Language,
  complaints: string[],
  visit: (page: Page) => Promise<void>,
) {
  const page = await pageIn(browser, baseURL, language, complaints);
  await visit(page);
  for (const [mode, viewport] of [
    ['light', { width: 1440, height: 900 }],
    ['dark', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: mode });
    await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
    await usable(page, mode);
    await fits(page);
  }
  await page.context().close();
}
