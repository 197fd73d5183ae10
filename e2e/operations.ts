// Helpers of the tests of operations: phones by their shell, the deck and its receipts.
import { expect, type Locator, type Page } from '@playwright/test';
import { run } from './adb';
import type { Member } from './fixtures';
import { inEither } from './words';

/** Runs a command on a simulated phone. */
export const shell = (member: Member, name: string, command: string): Promise<string> => run(member.address(name), command);

/** Releases a step of a phone that is held. One that goes down with it need not answer. */
export const release = (member: Member, name: string): Promise<unknown> =>
  shell(member, name, 'setprop owl.fault none').catch(() => {});

/** Id that is a new one after each boot of the phone. */
export const bootId = (member: Member, name: string): Promise<string> => shell(member, name, 'cat /proc/sys/kernel/random/boot_id');

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
export const deck = (page: Page): Locator => page.getByRole('region', { name: inEither((t) => t('batch.name')) });
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Selects these phones and no others. */
export async function select(page: Page, ...names: string[]): Promise<void> {
  const clear = deck(page).getByRole('button', { name: inEither((t) => t('batch.clear')) });
  if (await clear.isVisible()) await clear.click();
  for (const name of names) {
    await card(page, name).hover();
    await page.getByRole('checkbox', { name: inEither((t) => t('list.select', { name })) }).check();
  }
}

/** Begins an action of the deck, wherever it stands. */
export async function act(page: Page, action: string): Promise<void> {
  const shown = deck(page).getByRole('button', { name: action, exact: true });
  // The deck comes up with the first selection, all its buttons at once.
  await expect(deck(page).getByRole('button', { name: inEither((t) => t('batch.more')) })).toBeVisible();
  if (await shown.isVisible()) return shown.click();
  await deck(page)
    .getByRole('button', { name: inEither((t) => t('batch.more')) })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the receipt of the batch that was just begun. */
export async function openReceipt(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: inEither((t) => t('operations.receipt')) })
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
