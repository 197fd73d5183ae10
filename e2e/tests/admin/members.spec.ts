// Members and the audit: an operator imports, finds, helps, disables and deletes members, and reads afterwards what was done.
import { expect, PASSWORD, timed as test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { openMenu, searchList } from '../../parts';
import { dresses, enterIn, go, once, sound } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

for (const dress of dresses) {
  const { language, where } = dress;
  test(`an operator keeps members and reads the audit, ${where}`, once(dress, 'desk'), async ({ page, demo }) => {
    const t = wordsIn(language);
    made += 1;
    // Accounts of this test alone.
    const own = `u${Date.now().toString(36)}${made}`;
    const operator = `${own}-op`;
    await demo.seed({ operators: [{ userName: operator, password: PASSWORD, permissions: ['*:*:*'] }] });
    await enterIn(page, dress, operator, '/app/operator/members');
    await expect(page.getByRole('heading', { name: t('pages.members'), level: 1 })).toBeVisible();

    await page.getByRole('button', { name: t('users.import'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const table = `登录名称,用户昵称,帐号状态\n${own}a,${own}甲,正常\n${own}b,${own}乙,离职\n`;
    const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByRole('cell', { name: '离职' })).toBeVisible();
    await sound(page);
    await dialog.getByRole('radio').nth(1).check();
    await dialog.getByRole('button', { name: t('users.importRows', { n: '1' }) }).click();
    await expect(dialog).toHaveCount(0);

    await searchList(page, t('members.search'), own);
    const name = `${own}甲`;
    const more = page.getByRole('button', { name: t('users.moreName', { name }) });
    const change = page.getByRole('menuitem', { name: t('admin.change') });
    await openMenu(more, change);
    await change.click();
    await dialog.getByLabel(t('users.email')).fill('nobody');
    await dialog.getByRole('button', { name: t('admin.save') }).click();
    await expect(dialog.getByLabel(t('users.email'))).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel(t('users.email')).fill(`${own}@example.com`);
    await dialog.getByRole('button', { name: t('admin.save') }).click();
    await expect(dialog).toHaveCount(0);
    await soundInBoth(page, dress);
    await page.getByRole('button', { name: t('members.openName', { name }) }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await soundInBoth(page, dress);

    // The console as the member sees it, and back.
    const seeing = page.getByRole('button', { name: t('members.viewAs'), exact: true });
    await seeing.click();
    await dialog.getByRole('button', { name: t('members.viewAsBegin') }).click();
    const why = dialog.getByLabel(t('members.viewAsReason'));
    await expect(why).toHaveAttribute('aria-invalid', 'true');
    await why.fill('Sees no picture');
    await dialog.getByRole('button', { name: t('members.viewAsBegin') }).click();
    const band = page.getByRole('complementary', { name: t('viewAs.band') });
    await expect(band).toContainText(name);
    await expect(page.getByRole('heading', { name: t('pages.phones'), level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: wordsIn(language)('list.buy') })).toBeDisabled();
    await soundInBoth(page, dress);
    await band.getByRole('button', { name: t('viewAs.back') }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(band).toHaveCount(0);

    // The password was typed too long ago for money and rights.
    await demo.later(16 * 60);
    await page.getByRole('button', { name: t('members.points'), exact: true }).click();
    await dialog.getByLabel(t('members.points')).fill('200');
    await dialog.getByLabel(t('members.pointsReason')).fill('Sorry');
    await dialog.getByRole('button', { name: t('members.givePoints') }).click();
    const again = dialog.getByLabel(t('passwordAgain.label'));
    await expect(again).toBeFocused();
    await sound(page);
    await again.fill('wrong');
    await again.press('Enter');
    await expect(again).toHaveAttribute('aria-invalid', 'true');
    await again.fill(PASSWORD);
    await again.press('Enter');
    await expect(dialog).toHaveCount(0);
    // On a phone the tab comes into view first.
    const records = page.getByRole('tab', { name: t('members.tabs.points') });
    await expect(async () => {
      await records.click();
      await expect(records).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
    }).toPass();
    await expect(page.getByText('Sorry')).toBeVisible();
    await soundInBoth(page, dress);
    await page.getByRole('button', { name: t('users.disable'), exact: true }).click();
    await dialog.getByLabel(t('members.disableReason')).fill('Two chargebacks');
    await dialog.getByRole('button', { name: t('members.disableOne') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Two chargebacks')).toBeVisible();
    await page.goBack();
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: t('admin.download') }).click();
    expect((await taken).suggestedFilename()).toBe('会员.xlsx');
    const remove = page.getByRole('menuitem', { name: t('users.delete') });
    await openMenu(more, remove);
    await remove.click();
    await dialog.getByRole('button', { name: t('users.delete') }).click();
    await expect(more).toHaveCount(0);

    await go(page, `/operator/audit?q=${operator}&kind=admin.disable`);
    await expect(page.getByRole('heading', { name: t('pages.audit'), level: 1 })).toBeVisible();
    const words = language === 'zh-CN' ? '停用账号' : 'Account disabled';
    await page.getByRole('button', { name: words }).click();
    // The state and its reason.
    await expect(dialog.getByText(t('audit.changes', { n: '2' }))).toBeVisible();
    await expect(dialog.getByRole('img', { name: t('audit.before') })).toBeVisible();
    await sound(page);
    await dialog.getByRole('button', { name: t('common.close') }).click();
    await expect(dialog).toHaveCount(0);
  });
}
