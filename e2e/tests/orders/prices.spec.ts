// Prices of what is sold: an operator makes a configuration, prices it, and a member sees that price; on a phone it is read.
import { enter } from '../../account';
import { expect, PASSWORD, test } from '../../fixtures';
import { dresses, enterIn, sound } from '../../shell';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  test(`an operator prices what members buy, ${dress.where}`, async ({ page, another, demo }) => {
    const member = await demo.member();
    const suffix = member.account.slice(-6);
    const userName = `pricer${suffix}`;
    const permissions = ['trade:price:list', 'trade:price:edit'];
    await demo.seed({ operators: [{ userName, password: PASSWORD, permissions }] });
    const [zh, en] = [`新型${suffix}`, `New ${suffix}`];
    const name = dress.language === 'zh-CN' ? zh : en;

    if (!dress.wide) {
      // On a phone prices are read, not changed.
      const facts = { name: zh, nameEn: en, code: 'N1', androidVersion: '14', chip: 'RK3588', padType: 5, dpi: 320 };
      const prices = [{ configuration: zh, days: 30, tiers: [{ from: 1, unitFen: 12_300 }] }];
      await demo.seed({ configurations: [facts], prices });
      await enterIn(page, dress, userName, '/app/operator/prices');
      const chosen = page.getByRole('radio', { name: new RegExp(name) }).first();
      await expect(async () => {
        await chosen.click({ force: true });
        await expect(chosen).toBeChecked({ timeout: 1000 });
      }).toPass();
      await expect(page.getByRole('table').getByText('123', { exact: true })).toBeVisible();
      await expect(page.getByText(t('prices.onDesk'))).toBeVisible();
      await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0);
      await sound(page);
      return;
    }

    await enterIn(page, dress, userName, '/app/operator/prices');
    await page.getByRole('button', { name: t('prices.make') }).click();
    const making = page.getByRole('dialog');
    await making.getByLabel(t('prices.fields.nameZh')).fill(zh);
    await making.getByLabel(t('prices.fields.nameEn')).fill(en);
    await making.getByLabel(t('prices.fields.androidVersion')).fill('14');
    await making.getByLabel(t('prices.fields.chip')).fill('RK3588');
    await making.getByRole('button', { name: t('prices.makeDo'), exact: true }).click();
    await expect(making).toHaveCount(0);
    await expect(page.getByRole('radio', { name: new RegExp(name) }).first()).toBeChecked();

    // A price that is typed is shown as a member will see it, and is nobody's price yet.
    await page.getByLabel(t('prices.cell', { days: '30', count: '1' })).fill('123');
    const preview = page.getByRole('complementary', { name: t('prices.preview') });
    await expect(preview.getByText('¥123', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: t('prices.save'), exact: true }).click();
    await page.getByRole('button', { name: t('prices.set'), exact: true }).click();
    const setting = page.getByRole('dialog');
    await setting.getByText(t('prices.atOnce'), { exact: true }).click();
    await sound(page);
    await setting.getByRole('button', { name: t('prices.setNow') }).click();
    await expect(setting).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: t('prices.stages.now') })).toBeVisible();
    await sound(page);

    const members = await another();
    await enter(members, dress.language, member.account, PASSWORD, '/app/payManage');
    await expect(members.getByRole('radio', { name: new RegExp(`${name}.*¥123`) })).toBeAttached();

    // Off sale it is bought no more.
    await page.getByRole('button', { name: t('prices.stopSale') }).click();
    await expect(page.getByRole('button', { name: t('prices.startSale') })).toBeVisible();
    await members.reload();
    await expect(members.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(members.getByRole('radio').first()).toBeAttached();
    await expect(members.getByRole('radio', { name: new RegExp(name) })).toHaveCount(0);
  });
}
