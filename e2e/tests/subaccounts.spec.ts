// A sub-account in the list: it does what its parent ticked for a phone, and the rest says why not.
import { enter } from '../account';
import { expect, newNumber, PASSWORD, test } from '../fixtures';
import { say } from '../shell';

test('a sub-account renames what it may rename, and the other actions say why not', async ({ page, demo, complaints }) => {
  const t = say('zh-CN', 'operations', 'phones');
  const parent = await demo.member('主力-01');
  const child = newNumber();
  await demo.seed({ subAccounts: [{ parent: parent.account, phone: child, password: PASSWORD, phones: [{ phone: '主力-01', may: ['rename'] }] }] });
  await enter(page, 'zh-CN', child);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: '主力-01 的更多操作' }).click();
  const item = (key: string) => page.getByRole('menuitem', { name: t(`actions.${key}`) });
  for (const key of ['powerOff', 'density', 'factoryReset', 'moveGroup']) {
    await expect(item(key)).toHaveAttribute('aria-disabled', 'true');
    await expect(item(key)).toContainText('对这台云手机没有此项权限');
  }
  const rename = async (to: string) => {
    await item('rename').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill(to);
    await dialog.getByRole('button', { name: t('rename.submit') }).click();
    await expect(page.getByRole('button', { name: `打开 ${to}`, exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  };
  await rename('子账号改');
  expect(complaints).toEqual([]);
});
