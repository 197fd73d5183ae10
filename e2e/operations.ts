// What the tests of operations share: a demo of their own, since they rename, reset and switch off; its phones by their shell; the deck.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base, type Demo, freePort, type ServerOptions, withDemo } from './fixtures';

export const test = base.extend<object, ServerOptions & { demo: Demo }>({
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
});

/** The demo's phones, in the order of their ports. */
const NAMES = ['主力-01', '小店客服', '选品 A', '农场-03', '直播间', '短视频-02', '备用-04', '跑酷-11'];

/** Lets adb act on a simulated phone, by an adb server that ends with it. */
export async function adb(demo: Demo, name: string, ...words: string[]): Promise<string> {
  const { firstPort } = JSON.parse(readFileSync(join(demo.dataDir, 'demo.json'), 'utf8')) as { firstPort: number };
  const address = `127.0.0.1:${firstPort + NAMES.indexOf(name)}`;
  const port = String(await freePort());
  const run = (...args: string[]) =>
    execFileSync('adb', ['-P', port, ...args], { encoding: 'utf8', stdio: 'pipe', timeout: 15_000, killSignal: 'SIGKILL' });
  try {
    // It gives up by itself on a busy machine, and says so in words alone.
    await expect.poll(() => run('connect', address), { timeout: 45_000 }).toMatch(/connected to/);
    return run('-s', address, ...words).trim();
  } finally {
    try {
      run('kill-server');
    } catch {
      // adb's server hangs now and then when it is told to end. On a port of its own it harms nobody.
    }
  }
}

/** Runs a command on a simulated phone. */
export const shell = (demo: Demo, name: string, command: string) => adb(demo, name, 'shell', command);

/** Another one for each boot of the phone. */
export const bootId = (demo: Demo, name: string) => shell(demo, name, 'cat /proc/sys/kernel/random/boot_id');

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
export const deck = (page: Page): Locator => page.getByRole('region', { name: /^(已选云手机|Selected phones)$/ });
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Selects these phones and no others. */
export async function select(page: Page, ...names: string[]): Promise<void> {
  const clear = deck(page).getByRole('button', { name: /^(取消选择|Clear the selection)$/ });
  if (await clear.isVisible()) await clear.click();
  for (const name of names) {
    await card(page, name).hover();
    await page.getByRole('checkbox', { name: new RegExp(`^(选择|Select) ${name}$`) }).check();
  }
}

/** Begins an action of the deck, wherever it stands. */
export async function act(page: Page, action: string): Promise<void> {
  const shown = deck(page).getByRole('button', { name: action, exact: true });
  // The deck comes up with the first selection, all its buttons at once.
  await expect(deck(page).getByRole('button', { name: /^(更多|More)$/ })).toBeVisible({ timeout: 30_000 });
  if (await shown.isVisible()) return shown.click();
  await deck(page)
    .getByRole('button', { name: /^(更多|More)$/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the receipt of the batch that was just begun. */
export async function openReceipt(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^(查看回执|Show the receipt)$/ })
    .first()
    .click();
  return shownReceipt(page);
}

/** The receipt that stands beside the list. */
export async function shownReceipt(page: Page): Promise<Locator> {
  await expect(page).toHaveURL(/receipt=\d+/);
  const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
  await expect(receipt).toBeVisible();
  return receipt;
}
