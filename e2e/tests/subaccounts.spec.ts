// Sub-accounts: from the invitation to the end in two browsers, and in the list what its parent ticked for a phone.
import { enter, sentCode } from '../account';
import { codeInput } from '../entry';
import { expect, listen, newNumber, PASSWORD, test } from '../fixtures';
import { dialog } from '../operations';
import { onPhone, sound } from '../shell';
import { wordsIn } from '../words';

test('a sub-account renames what it may rename, and the other actions say why not', async ({
  page,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const parent = await demo.member('主力-01');
  const child = newNumber();
  await demo.seed({
    subAccounts: [
      { parent: parent.account, phone: child, password: PASSWORD, phones: [{ phone: '主力-01', may: ['rename'] }] },
    ],
  });
  await enter(page, 'zh-CN', child);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: t('actions.menu', { name: '主力-01' }) }).click();
  const item = (key: string) => page.getByRole('menuitem', { name: t(`actions.${key}`) });
  for (const key of ['powerOff', 'density', 'factoryReset', 'moveGroup']) {
    await expect(item(key)).toHaveAttribute('aria-disabled', 'true');
    await expect(item(key)).toContainText('对这台云手机没有此项权限');
  }
  const rename = async (to: string) => {
    await item('rename').click();
    await dialog(page).getByRole('textbox').first().fill(to);
    await dialog(page)
      .getByRole('button', { name: t('rename.submit') })
      .click();
    await expect(page.getByRole('button', { name: t('list.openName', { name: to }), exact: true })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  };
  await rename('子账号改');
  expect(complaints).toEqual([]);
});

test('a parent invites, gives, takes and ends; the sub-account sees just that, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const parent = await demo.member('主力-01', '农场-03');
  const child = await demo.member('自己的');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', parent.account, PASSWORD, '/app/keyAccount?view=subAccounts');
  await page
    .getByRole('button', { name: t('subAccounts.add') })
    .first()
    .click();
  await dialog(page).getByLabel(t('subAccounts.phone')).fill(child.account);
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

  // The invitation waits in the list until the other side tells its code.
  await expect(dialog(page)).toContainText(t('subAccounts.consentTitle', { name: '仓储二组' }));
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: '仓储二组' });
  await expect(row).toContainText(t('subAccounts.waiting'));
  await expect(row).toContainText(child.account);
  await sound(page);
  await row.getByRole('button', { name: t('subAccounts.consent') }).click();
  await codeInput(page).fill(await sentCode(demo, child.account, 'subaccount'));
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.addSubmit') })
    .click();
  await expect(row.getByRole('switch')).toBeChecked();
  await expect(row).toContainText(`${child.account.slice(0, 3)}****${child.account.slice(7)}`);

  // The sub-account sees what it was given beside its own, and works with it.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', child.account, PASSWORD, '/app/index');
  await expect(other.getByRole('article')).toHaveCount(3);
  await other.goto(`/app/play?phoneId=${parent.phoneId('主力-01')}`);
  await expect(other.getByText(t('play.live'), { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(row).toContainText('主力-01');
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
  await other.goto('/app/index');
  await expect(other.getByRole('article')).toHaveCount(1);
  await row.getByRole('switch').click();
  await expect(other.getByRole('article')).toHaveCount(3);

  // One phone is taken, then the relation ends, at once in the other window.
  await row.getByRole('button', { name: t('subAccounts.phonesAndPermissions') }).click();
  await dialog(page).getByRole('button', { name: '农场-03' }).click();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.save', { n: '1' }) })
    .click();
  await expect(other.getByRole('article')).toHaveCount(2);
  await expect(dialog(page)).toBeHidden();
  await row.getByRole('button', { name: t('subAccounts.remove'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.removeVerb') })
    .click();
  await expect(page.getByText(t('subAccounts.empty'))).toBeVisible();
  await expect(other.getByRole('article')).toHaveCount(1);
  await other.goto('/app/notice');
  await expect(other.getByText(/子账号关系已(结束|由对方结束)/).first()).toBeVisible();
  await context.close();
  expect(complaints).toEqual([]);
});

test('on a phone a sub-account sees whose it is and leaves, en-US', async ({ browser, demo, complaints }) => {
  const t = wordsIn('en-US');
  const parent = await demo.member('Main 01');
  const child = newNumber();
  await demo.seed({
    subAccounts: [
      { parent: parent.account, phone: child, password: PASSWORD, phones: [{ phone: 'Main 01', may: ['power'] }] },
    ],
  });
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
  const masked = `${parent.account.slice(0, 3)}****${parent.account.slice(7)}`;
  await expect(own.getByText(t('subAccounts.ofParent', { phone: masked }))).toBeVisible();
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
