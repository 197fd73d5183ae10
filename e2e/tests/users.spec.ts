// Accounts and the audit: an operator imports, finds, disables and deletes accounts, and reads afterwards what was done.
import { expect, PASSWORD, test } from '../fixtures';
import { dresses, enterIn, say, sound } from '../shell';

let made = 0;

for (const dress of dresses) {
  const { language, where } = dress;
  test(`an operator keeps accounts and reads the audit, ${where}`, async ({ page, demo }) => {
    const [t, audit, core] = [say(language, 'users'), say(language, 'audit'), say(language, 'core')];
    const admin = say(language, 'admin');
    made += 1;
    // Accounts of this test alone.
    const own = `u${Date.now().toString(36)}${made}`;
    const operator = `${own}-op`;
    await demo.seed({ operators: [{ userName: operator, password: PASSWORD, permissions: ['*:*:*'] }] });
    await enterIn(page, dress, operator, '/app/operator/users');
    await expect(page.getByRole('heading', { name: core('pages.users'), level: 1 })).toBeVisible();

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

    await page.getByRole('textbox', { name: t('users.search') }).fill(own);
    await page.keyboard.press('Enter');
    const name = `${own}甲`;
    await page.getByRole('button', { name: admin('admin.changeName', { name }) }).click();
    await dialog.getByLabel(t('users.email')).fill('nobody');
    await dialog.getByRole('button', { name: admin('admin.save') }).click();
    await expect(dialog.getByLabel(t('users.email'))).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel(t('users.email')).fill(`${own}@example.com`);
    await dialog.getByRole('button', { name: admin('admin.save') }).click();
    await expect(dialog).toHaveCount(0);
    await sound(page);
    const more = page.getByRole('button', { name: t('users.moreName', { name }) });
    await more.click();
    await page.getByRole('menuitem', { name: t('users.disable') }).click();
    await dialog.getByRole('button', { name: t('users.disable') }).click();
    await expect(dialog).toHaveCount(0);
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: admin('admin.download') }).click();
    expect((await taken).suggestedFilename()).toBe('用户数据.xlsx');
    await more.click();
    await page.getByRole('menuitem', { name: t('users.delete') }).click();
    await dialog.getByRole('button', { name: t('users.delete') }).click();
    await expect(page.getByRole('button', { name: admin('admin.changeName', { name }) })).toHaveCount(0);

    await page.goto(`/app/operator/audit?q=${operator}&kind=admin.disable`);
    await expect(page.getByRole('heading', { name: core('pages.audit'), level: 1 })).toBeVisible();
    const words = language === 'zh-CN' ? '停用账号' : 'Account disabled';
    await page.getByRole('button', { name: words }).click();
    await expect(dialog.getByText(audit('audit.changes', { n: '1' }))).toBeVisible();
    await expect(dialog.getByRole('img', { name: audit('audit.before') })).toBeVisible();
    await sound(page);
    await dialog.getByRole('button', { name: core('common.close') }).click();
    await expect(dialog).toHaveCount(0);
  });
}
