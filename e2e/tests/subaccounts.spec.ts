// Sub-accounts: from the invitation to the end in two browsers, and in the list what its parent ticked for a phone.
import type { Page } from '@playwright/test';
import { enter, newSubAccount, sentCode } from '../account';
import { codeInput } from '../entry';
import { type Demo, expect, listen, PASSWORD, test } from '../fixtures';
import { dialog } from '../operations';
import { go, onPhone, sound } from '../shell';
import { SWEPT } from '../sweep';
import { type Translate, wordsIn } from '../words';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`;

/** A sub-account renames a phone of its list, as its parent ticked, and the other actions say why not. */
async function renameAlone(page: Page, t: Translate, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: t('actions.menu', { name: from }) }).click();
  const item = (key: string) => page.getByRole('menuitem', { name: t(`actions.${key}`) });
  for (const key of ['powerOff', 'density', 'factoryReset', 'moveGroup']) {
    await expect(item(key)).toHaveAttribute('aria-disabled', 'true');
    await expect(item(key)).toContainText('对这台云手机没有此项权限');
  }
  await item('rename').click();
  await dialog(page).getByRole('textbox').first().fill(to);
  await dialog(page)
    .getByRole('button', { name: t('rename.submit') })
    .click();
  await expect(page.getByRole('button', { name: t('list.openName', { name: to }), exact: true })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
}

/** The sub-account's row at its parent. */
const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: '仓储二组' });

/** Invites a member with two phones, which it may rename; the invitation waits in the list until the other side tells its code. */
async function invite(page: Page, demo: Demo, t: Translate, child: string): Promise<void> {
  const row = rowOf(page);
  await page
    .getByRole('button', { name: t('subAccounts.add') })
    .first()
    .click();
  await dialog(page).getByLabel(t('subAccounts.phone')).fill(child);
  await dialog(page).getByLabel(t('subAccounts.label')).fill('仓储二组');
  await dialog(page).getByRole('button', { name: '主力-01' }).click();
  await dialog(page).getByRole('button', { name: '农场-03' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: t('subAccounts.rename') })
    .check();
  await sound(page);
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.inviteSubmit', { n: '2' }) })
    .click();
  await expect(dialog(page)).toContainText(t('subAccounts.consentTitle', { name: '仓储二组' }));
  // The dialog hears keys from when it has the focus.
  await expect(codeInput(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toContainText(t('subAccounts.waiting'));
  await expect(row).toContainText(child);
  await sound(page);
  await row.getByRole('button', { name: t('subAccounts.consent') }).click();
  await codeInput(page).fill(await sentCode(demo, child, 'subaccount'));
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.addSubmit') })
    .click();
  await expect(row.getByRole('switch')).toBeChecked();
  await expect(row).toContainText(masked(child));
}

test(
  'a sub-account renames what it may rename, and the other actions say why not',
  SWEPT,
  async ({ page, demo, complaints }) => {
    const parent = await demo.member('主力-01');
    const child = await newSubAccount(demo, parent, '主力-01', 'rename');
    await enter(page, 'zh-CN', child);
    await expect(page.getByRole('article')).toHaveCount(1);
    await renameAlone(page, wordsIn('zh-CN'), '主力-01', '子账号改');
    expect(complaints).toEqual([]);
  },
);

/** On a phone a parent sees its sub-account, and takes this phone of two from it. */
async function takeOnPhone(page: Page, t: Translate, taken: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await sound(page);
  await page.getByRole('button', { name: t('subAccounts.phonesAndPermissions') }).click();
  const tile = dialog(page).getByRole('button', { name: taken });
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await sound(page);
  await tile.click();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.save', { n: '1' }) })
    .click();
  await expect(dialog(page)).toBeHidden();
  await page.setViewportSize(DESK);
}

/** On a phone a sub-account sees whose it is. */
async function seeParent(page: Page, t: Translate, parent: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await go(page, '/keyAccount');
  await expect(page.getByText(t('subAccounts.ofParent', { phone: masked(parent) }))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('subAccounts.title'));
  await sound(page);
  await page.setViewportSize(DESK);
}

test('a parent invites, gives, takes and ends; the sub-account sees just that, and renames what it may, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const parent = await demo.member('主力-01', '农场-03');
  const child = await demo.member('自己的');
  await page.setViewportSize(DESK);
  await enter(page, 'zh-CN', parent.account, PASSWORD, '/app/keyAccount?view=subAccounts');
  await invite(page, demo, t, child.account);
  const row = rowOf(page);

  // The sub-account sees what it was given beside its own, and works with it.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: DESK });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', child.account, PASSWORD, '/app/index');
  const phones = other.getByRole('article');
  await expect(phones).toHaveCount(3);
  await renameAlone(other, t, '农场-03', '子账号改');
  await go(other, `/play?phoneId=${parent.phoneId('主力-01')}`);
  await expect(other.getByText(t('play.live'), { exact: true }).first()).toBeVisible();
  await row.getByRole('button', { name: t('subAccounts.activity') }).click();
  await expect(dialog(page).getByText('进入操作 主力-01')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  // Switched off: the open picture ends, and nothing of the parent is seen.
  await row.getByRole('switch').click();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.offVerb') })
    .click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await expect(other.getByText(t('play.live'), { exact: true })).toHaveCount(0);
  await go(other, '/index');
  await expect(phones).toHaveCount(1);
  await row.getByRole('switch').click();
  await expect(phones).toHaveCount(3);

  // One phone is taken, then the relation ends, at once in the other window.
  await takeOnPhone(page, t, '子账号改');
  await expect(phones).toHaveCount(2);
  await seeParent(other, t, parent.account);
  await go(other, '/index');
  await expect(phones).toHaveCount(2);
  await row.getByRole('button', { name: t('subAccounts.remove'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.removeVerb') })
    .click();
  await expect(page.getByText(t('subAccounts.empty'))).toBeVisible();
  await expect(phones).toHaveCount(1);
  await go(other, '/notice');
  await expect(other.getByText(/子账号关系已(结束|由对方结束)/).first()).toBeVisible();
  await context.close();
  expect(complaints).toEqual([]);
});

test('on a phone a sub-account sees whose it is and leaves, en-US', SWEPT, async ({ browser, demo, complaints }) => {
  const t = wordsIn('en-US');
  const parent = await demo.member('Main 01');
  const child = await newSubAccount(demo, parent, 'Main 01', 'power');
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', parent.account, PASSWORD, '/app/keyAccount?view=subAccounts');
  await expect(phone.getByRole('switch')).toBeChecked();
  await sound(phone);
  await phone.getByRole('button', { name: t('subAccounts.phonesAndPermissions') }).click();
  await expect(phone.getByRole('button', { name: 'Main 01' })).toHaveAttribute('aria-pressed', 'true');
  await sound(phone);
  await phone.context().close();

  const own = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(own, 'en-US', child, PASSWORD, '/app/keyAccount');
  await expect(own.getByText(t('subAccounts.ofParent', { phone: masked(parent.account) }))).toBeVisible();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(t('subAccounts.title'));
  await sound(own);
  await own.getByRole('button', { name: t('subAccounts.leave') }).click();
  await dialog(own)
    .getByRole('button', { name: t('subAccounts.leave') })
    .click();
  await own.getByText(t('keyAccount.subAccounts', { n: '0' })).click();
  await expect(own.getByText(t('subAccounts.empty'))).toBeVisible();
  await own.context().close();
});
