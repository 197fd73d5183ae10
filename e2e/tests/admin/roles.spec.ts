// Roles: an operator makes one and gives it to another on a desk; a phone shows them to be read.
import { expect, PASSWORD, test } from '../../fixtures';
import { dresses, enterIn, once, sound } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

for (const dress of dresses) {
  const { language, where } = dress;
  test(`an operator makes a role and gives it, ${where}`, once(dress, 'desk'), async ({ page, demo }) => {
    const t = wordsIn(language);
    made += 1;
    const own = `r${Date.now().toString(36)}${made}`;
    const seeded = { userName: `${own}-op`, password: PASSWORD, permissions: ['*:*:*'] };
    const clerk = { userName: `${own}-clerk`, password: PASSWORD, permissions: [] };
    await demo.seed({ operators: [seeded, clerk] });
    await enterIn(page, dress, seeded.userName, '/app/operator/roles');
    await expect(page.getByRole('heading', { name: t('pages.roles'), level: 1 })).toBeVisible();
    await sound(page);
    if (!dress.wide) {
      await expect(page.getByText(t('roles.onDesk'))).toBeVisible();
      return;
    }
    await page.getByRole('button', { name: t('roles.add') }).click();
    await page.getByRole('textbox', { name: t('roles.name') }).fill(own);
    const right = (what: string) => page.getByRole('checkbox', { name: t('roles.holds', { role: own, what }) });
    await right(t('roles.permissions.system_audit_list')).check();
    await sound(page);
    await page.getByRole('button', { name: t('roles.save', { count: '2' }) }).click();
    const more = page.getByRole('button', { name: t('roles.more', { name: own }) });
    await more.click();
    await page.getByRole('menuitem', { name: t('roles.give') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: clerk.userName }).check();
    await sound(page);
    await dialog.getByRole('button', { name: t('roles.giveButton', { count: '1' }) }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: new RegExp(clerk.userName) })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText(t('roles.onDesk'))).toBeVisible();
    await sound(page);
  });
}
