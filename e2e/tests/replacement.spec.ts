// Replacement: what can be replaced is checked first, everything of the rental goes along, with the data or without, the old phone is wiped with a
// record. The tests look at the phones' own folders.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

import { enter } from '../account';
import { test as base, type Demo, expect, type ServerOptions, withDemo } from '../fixtures';
import { act, card, dialog, openReceipt, select, shell } from '../operations';
import { onPhone, sound } from '../shell';
import { SWEPT } from '../sweep';
import { type Translate, wordsIn } from '../words';

/** A demo of its own: two of its phones in stock are of the kind that members have. */
const test = base.extend<object, ServerOptions & { demo: Demo }>({
  demo: [async ({ database }, use) => withDemo(database, use, { OWLDECK_SIM_STOCK: '4' }), { scope: 'worker' }],
});
// Tests of this file run in one worker, as their demo has settings of its own and each worker would start another.
test.describe.configure({ mode: 'default' });

test('three are checked, one is left out, two are replaced, and nothing of theirs is left, zh-CN', async ({
  page,
  demo,
}) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('竞速 01', '路线测试', '资讯 08');
  for (const name of ['竞速 01', '路线测试']) await shell(member, name, 'echo mine > /sdcard/mine.txt');
  await enter(page, 'zh-CN', member.account);
  await select(page, '竞速 01', '路线测试', '资讯 08');
  await act(page, t('actions.replace'));
  await dialog(page)
    .getByRole('radio', { name: t('replace.without') })
    .check();
  await expect(dialog(page).getByText(t('replace.inStock', { n: '2' }))).toHaveCount(2);
  await expect(dialog(page).getByText('暂无同配置的空闲云手机')).toBeVisible();
  await sound(page);
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${t('replace.leaveOutName', { name: '' })}`) })
    .click();
  const verb = dialog(page).getByRole('button', { name: t('replace.submit', { n: '2' }) });
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('2');
  await verb.click();
  const receipt = await openReceipt(page);
  const wiped = t('operations.replaced', { owlId: '.+', wipeNo: 'WIPE-[0-9A-F]+' });
  await expect(receipt.getByText(new RegExp(wiped))).toHaveCount(2);
  await sound(page);
  await receipt.getByRole('button', { name: t('common.close') }).click();
  await expect(card(page, '竞速 01')).toHaveCount(1);
  for (const name of ['竞速 01', '路线测试'])
    await expect.poll(() => shell(member, name, 'ls /sdcard')).not.toContain('mine.txt');
});

/** The simulated phones on which a file lies. */
const holders = (demo: Demo, file: string): string[] =>
  readdirSync(join(demo.dataDir, 'phones')).filter((phone) =>
    existsSync(join(demo.dataDir, 'phones', phone, 'fs/sdcard', file)),
  );

/** Reads the disclaimer: the button waits for its time and for its end. */
async function read(page: Page, title: string, verb: Locator): Promise<void> {
  await expect(verb).toBeDisabled();
  await page.clock.runFor(11_000);
  await expect(verb).toBeDisabled();
  await dialog(page)
    .getByRole('region', { name: title })
    .evaluate((text) => text.scrollTo(0, text.scrollHeight));
  await expect(verb).toBeEnabled();
}

/** Replaces so many phones that are selected, with their data; the receipt, which says who agreed to that. */
async function replaceWithData(page: Page, t: Translate, n: number): Promise<Locator> {
  await act(page, t('actions.replace'));
  await expect(dialog(page).getByText(new RegExp(t('replace.inStock', { n: '\\d+' })))).toHaveCount(n);
  await sound(page);
  const verb = dialog(page).getByRole('button', { name: t('replace.agree', { n: String(n) }) });
  await read(page, t('replace.disclaimer'), verb);
  await verb.click();
  const receipt = await openReceipt(page);
  const agreed = t('replace.agreed', { version: '1', by: '1\\d{2}\\*{4}\\d{4}', time: '.+' });
  await expect(receipt.getByText(new RegExp(`^${agreed}$`))).toBeVisible();
  return receipt;
}

test('data goes along: the new phone has it, the old one is wiped, zh-CN', SWEPT, async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('迁移 01', '留下 02');
  await shell(member, '迁移 01', 'echo mine > /sdcard/moves-zh.txt');
  const before = holders(demo, 'moves-zh.txt');
  expect(before).toHaveLength(1);
  await page.clock.install();
  await enter(page, 'zh-CN', member.account);
  await select(page, '迁移 01', '留下 02');
  const receipt = await replaceWithData(page, t, 2);
  const wiped = t('operations.replaced', { owlId: '.+', wipeNo: 'WIPE-[0-9A-F]+' });
  await expect(receipt.getByText(new RegExp(wiped))).toHaveCount(2);
  await sound(page);
  await receipt.getByRole('button', { name: t('common.close') }).click();
  await expect(card(page, '迁移 01')).toHaveCount(1);
  const after = holders(demo, 'moves-zh.txt');
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('data goes along on a phone; a failed backup is given up, en-US', async ({ browser, demo, complaints }) => {
  const t = wordsIn('en-US');
  const member = await demo.member('Racer 01');
  await shell(member, 'Racer 01', 'echo mine > /sdcard/moves-en.txt');
  await shell(member, 'Racer 01', 'setprop owl.fault back-up:refuse');
  const before = holders(demo, 'moves-en.txt');
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await phone.clock.install();
  await enter(phone, 'en-US', member.account);
  await phone.getByRole('checkbox', { name: 'Select Racer 01' }).tap();
  const receipt = await replaceWithData(phone, t, 1);
  await receipt.getByRole('button', { name: t('operations.giveUp') }).tap();
  await expect(phone.getByText(t('replace.giveUpText'))).toBeVisible();
  await sound(phone);
  await phone.getByRole('button', { name: t('replace.giveUpVerb'), exact: true }).click();
  await expect(phone.getByText(t('replace.giveUpText'))).toBeHidden();
  expect(holders(demo, 'moves-en.txt')).toEqual(before);
  await phone.context().close();
});
