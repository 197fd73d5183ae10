// Lighthouse, as people who judge a page from outside run it: accessibility and best practices at 95 or more, in a sweep; axe judges every screen
// every day (look.spec.ts). The performance is reported, not demanded, for it says more of the machine than of the page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { enter } from '../../account';
import { expect, PASSWORD, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const LEAST = 0.95;

test('the screens score 95 or more in accessibility and best practices', SWEPT, async ({ demo }, info) => {
  const profile = mkdtempSync(join(tmpdir(), 'owldeck-lighthouse-'));
  const { executablePath, args = [] } = info.project.use.launchOptions ?? {};
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: [...args, '--remote-debugging-port=0'],
    baseURL: demo.origin,
    viewport: { width: 1440, height: 900 },
  });
  // The browser says at which port it may be watched.
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  /** `quiet`: nothing moves on it for long enough that its performance can be told. */
  const judge = async (screen: string, address: string, quiet = false) => {
    const result = await lighthouse(
      new URL(address, demo.origin).href,
      {
        port: Number(port),
        logLevel: 'error',
        onlyCategories: [...(quiet ? ['performance'] : []), 'accessibility', 'best-practices'],
        // The member stays signed in; the network and the processor are what they are. What is not timed needs no long silence.
        disableStorageReset: true,
        throttlingMethod: quiet ? 'provided' : 'simulate',
        // The picture of a phone never ends.
        maxWaitForLoad: quiet ? 20_000 : 5_000,
      },
      desktopConfig,
    );
    const { categories = {}, audits = {} } = result?.lhr ?? {};
    const score = (name: string) => categories[name]?.score ?? 0;
    const weak = (name: string) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id)
        .join(', ');
    const performance = quiet ? `performance ${score('performance')}, ` : '';
    console.log(
      `${screen}: ${performance}accessibility ${score('accessibility')}, best practices ${score('best-practices')}`,
    );
    for (const name of ['accessibility', 'best-practices']) {
      expect.soft(score(name), `${screen}, ${name}: ${weak(name)}`).toBeGreaterThanOrEqual(LEAST);
    }
  };
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await judge('sign-in', '/app/login', true);
    await judge('registration', '/app/register');
    await judge('reset', '/app/restpassword');
    await enter(page, 'zh-CN');
    await expect(page.getByRole('article').first()).toBeVisible();
    await judge('list', '/app/index');
    await page.goto('/app/index');
    const open = wordsIn('zh-CN')('list.openName', { name: '主力-01' });
    await page.getByRole('button', { name: open, exact: true }).press('Enter');
    await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
    await judge('play', page.url());
    // The rest in the dark; look.spec.ts holds every screen in both themes.
    await page.evaluate(() => localStorage.setItem('layout-setting', JSON.stringify({ mode: 'dark' })));
    for (const [screen, address, quiet] of [
      ['buying, dark', '/app/payManage', true],
      ['renewing, dark', '/app/renewManage', false],
      ['order records, dark', '/app/orderRecords', false],
      ['the account, dark', '/app/personalCenter/accountCenter', true],
    ] as const) {
      await judge(screen, address, quiet);
    }
    await enter(page, 'zh-CN', 'admin', PASSWORD, '/app/gallery');
    await judge('gallery, dark', '/app/gallery');
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
