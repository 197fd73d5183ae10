// The browser check: what this browser can do is said to whoever comes, signed in or not; at a network address without https, in one that
// is too old, and from a phone that is open.
import type { Locator, Page } from '@playwright/test';
import { enter, spoken } from '../../account';
import { serious } from '../../axe';
import { atNetworkAddress, elsewhere, REMARK } from '../../elsewhere';
import { sticksOut } from '../../fits';
import { expect, expectToast, listen, submitSignIn, test } from '../../fixtures';
import { command, go, openPhone } from '../../shell';
import { daily, SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

test.use(atNetworkAddress);

const CHECK = '/app/browser';
const DESK = { width: 1440, height: 900 } as const;
const PHONE = { width: 390, height: 844 } as const;
type Mode = 'light' | 'dark';
/** Every day a desk is seen in the light and a phone in the dark, in a sweep each in both. */
const looks = [
  { size: DESK, modes: daily<readonly Mode[]>(['light'], ['light', 'dark']) },
  { size: PHONE, modes: daily<readonly Mode[]>(['dark'], ['light', 'dark']) },
];

/** The line of this name. */
const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const limited = (page: Page): Locator => page.locator('li[data-tone=less]');
const whole = (page: Page): Locator => page.getByRole('main').getByRole('status').first();

/** Judges the page on a desk and on a phone. */
async function looksSound(page: Page): Promise<void> {
  for (const { size, modes } of looks) {
    await page.setViewportSize(size);
    for (const [at, mode] of modes.entries()) {
      await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      expect(await serious(page, at === 0 ? 'all' : 'colours'), `${size.width} px, ${mode}`).toEqual([]);
    }
    expect(await sticksOut(page), `${size.width} px: nothing sticks out sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(DESK);
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);
  const milliseconds = new RegExp(t('browser.state.ms', { ms: '\\d+' }));

  test(`whoever is not signed in learns what the browser can do, and takes a report along; signed in, how far away a socket is, ${language}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript((tag) => {
      localStorage.setItem('locale', tag);
      // A browser without windows lets nobody notify.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    }, language);
    await page.goto('/app/login');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('switches.browser') })
      .click();
    await expect(page).toHaveURL((url) => url.pathname === CHECK);
    await expect(page.getByRole('heading', { level: 1, name: t('switches.browser') })).toBeFocused();
    await expect(whole(page)).toContainText(t('browser.summary.all'));
    expect(await limited(page).allInnerTexts()).toEqual([]);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      ['connection', 'picture', 'sound', 'input', 'view'].map((key) => t(`browser.group.${key}`)),
    );

    await expect(row(page, t('browser.line.secure'))).toContainText(t('browser.state.yes'));
    await expect(row(page, t('browser.line.call'))).toContainText(milliseconds);
    await expect(row(page, t('browser.line.socket'))).toContainText(t('browser.state.later'));
    await expect(row(page, t('browser.line.decoder'))).toContainText(t('browser.state.yes'));
    await expect(row(page, t('browser.line.soft'))).toContainText(t('browser.so.softSpare'));
    const hardware = await page.evaluate(async () => {
      const config = { codec: 'avc1.42E01F', codedWidth: 720, codedHeight: 1280 };
      const answer = await VideoDecoder.isConfigSupported({ ...config, hardwareAcceleration: 'prefer-hardware' });
      return answer.supported === true;
    });
    const decoding = t(`browser.state.${hardware ? 'hardware' : 'software'}`);
    await expect(row(page, t('browser.line.baseline'))).toContainText(decoding);

    await page.getByRole('button', { name: t('browser.copy') }).click();
    await expectToast(page, t('common.copied', { text: t('browser.report') }));
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain(await page.evaluate(() => navigator.userAgent));
    expect(report).toContain(t('browser.summary.all'));
    expect(report.match(/^[+·!x] /gm)).toHaveLength(await page.getByRole('listitem').count());
    await looksSound(page);

    await page.getByRole('link', { name: t('browser.toSignIn') }).click();
    await expect(page).toHaveURL(/\/app\/login$/);
    await submitSignIn(page, t);
    await expect(page.getByRole('article').first()).toBeVisible();
    await go(page, '/browser');
    await expect(row(page, t('browser.line.socket'))).toContainText(milliseconds);
  });

  test(`at a network address without https it says what is missing and what to do, ${language}`, async ({
    page,
    demo,
    allowed,
  }) => {
    allowed.push(REMARK);
    await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    await page.goto(`${elsewhere(demo.origin)}${CHECK}`);
    await expect(whole(page)).toContainText(t('browser.summaryText.insecure'));
    expect(await page.evaluate(() => [typeof VideoDecoder, isSecureContext])).toEqual(['undefined', false]);
    const count = await limited(page).count();
    await expect(whole(page)).toContainText(t('browser.summary.but', { count: String(count) }));

    const decoder = row(page, t('browser.line.decoder'));
    await expect(decoder).toHaveAttribute('data-tone', 'less');
    await expect(decoder).toContainText(t('browser.state.no'));
    await expect(decoder).toContainText(t('browser.so.decoderSoft'));
    await expect(decoder).toContainText(t('browser.todo.https'));
    await expect(row(page, t('browser.line.secure'))).toContainText(t('browser.so.insecure'));
    await expect(row(page, t('browser.line.baseline'))).toContainText(t('browser.state.bySoft'));
    await expect(row(page, t('browser.line.soft'))).toContainText(t('browser.so.softUsed'));
    for (const key of ['opus', 'worklet', 'copy', 'paste', 'copyPicture', 'notify']) {
      await expect(row(page, t(`browser.line.${key}`)), key).toHaveAttribute('data-tone', 'less');
    }
    await looksSound(page);
    // Such a page copies all the same.
    await page.getByRole('button', { name: t('browser.copy') }).click();
    await expectToast(page, t('common.copied', { text: t('browser.report') }));
  });

  test(
    `a member finds it from anywhere and from an open phone, which stays open, ${language}`,
    SWEPT,
    async ({ page, context, complaints }) => {
      const measured = (at: Page) => expect(row(at, t('browser.line.socket'))).toContainText(milliseconds);
      await enter(page, language);
      await command(page, language, t('switches.browser'));
      await expect(page).toHaveURL((url) => url.pathname === CHECK);
      await measured(page);
      await page.getByRole('link', { name: t('browser.toPhones') }).click();
      await expect(page).toHaveURL(/\/app\/index/);
      await expect(page.getByRole('article').first()).toBeVisible();

      await command(page, language, t('shell.layout'));
      const settings = page.getByRole('dialog', { name: t('shell.layout') });
      await settings.getByRole('link', { name: t('switches.browser') }).click();
      await expect(page).toHaveURL((url) => url.pathname === CHECK);
      await measured(page);
      await page.getByRole('link', { name: t('browser.toPhones') }).click();
      await expect(page).toHaveURL(/\/app\/index/);

      await openPhone(page);
      const live = page.getByText(t('play.live'), { exact: true });
      await expect(live).toBeVisible();
      const opening = context.waitForEvent('page');
      await page.locator(`a[href="${CHECK}"]`).click();
      const check = await opening;
      await listen(check, complaints);
      await expect(check.getByRole('heading', { level: 1, name: t('switches.browser') })).toBeVisible();
      await measured(check);
      await expect(live).toBeVisible();
    },
  );

  test(`a browser too old for pictures leads to what it lacks, ${language}`, SWEPT, async ({ page }) => {
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'OffscreenCanvas'));
    await enter(page, language);
    await openPhone(page);
    await page.getByRole('button', { name: t('switches.browser') }).click();
    await expect(page).toHaveURL((url) => url.pathname === CHECK);
    await expect(whole(page)).toContainText(t('browser.summary.none'));
    await expect(whole(page)).toContainText(t('browser.so.noCanvas'));
    await expect(row(page, t('browser.line.canvas'))).toHaveAttribute('data-tone', 'bad');
  });
}
