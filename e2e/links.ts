// Links of an owner, in tests: created in the dialog that is open, visited by somebody without an account on a phone, ended while it is open there.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { dialog } from './operations';
import { onPhone } from './shell';
import { wordsIn } from './words';

const t = wordsIn('zh-CN');

/** Creates the link of the open dialog; its address, which leads to the visitors' page of this name. */
export async function createLink(page: Page, name: string): Promise<string> {
  await dialog(page)
    .getByRole('button', { name: t('links.create') })
    .click();
  const address = dialog(page).getByRole('textbox', { name: t('links.address') });
  await expect(address).toHaveValue(new RegExp(`/app/${name}/[\\w-]{43}$`));
  return address.inputValue();
}

/** A visitor opens a link: nobody in particular, on a phone, in English. */
export async function visit(browser: Browser, link: string, complaints: string[]): Promise<Page> {
  const guest = await onPhone(browser, new URL(link).origin, 'en-US', complaints);
  await guest.addInitScript(() => localStorage.setItem('locale', 'en-US'));
  await guest.goto(link);
  return guest;
}

/** Ends the link of this row: the visitor reads that it is gone, and the list when it ended. */
export async function endLink(page: Page, row: Locator, guest: Page): Promise<void> {
  await row.getByRole('button', { name: t('links.end'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('links.end'), exact: true })
    .click();
  await expect(guest.getByRole('alert')).toContainText(wordsIn('en-US')('links.gone'));
  await expect(row).toContainText(t('links.endedAt').trim());
}
