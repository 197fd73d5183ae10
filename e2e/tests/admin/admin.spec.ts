// Dictionaries and configuration: an operator adds, changes, takes away and deletes entries and values, and reads what is refused.
import { expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { searchList } from '../../parts';
import { dresses, enterIn, go, once, sound } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

for (const dress of dresses) {
  const { language, where } = dress;
  test(`an operator keeps dictionaries and configuration, ${where}`, once(dress, 'desk'), async ({ page, demo }) => {
    const t = wordsIn(language);
    made += 1;
    // Names of this test alone: what others read is not changed.
    const own = `e2e_${Date.now().toString(36)}_${made}`;
    const userName = own.replaceAll('_', '-');
    await demo.seed({ operators: [{ userName, password: PASSWORD, permissions: ['*:*:*'] }] });
    await enterIn(page, dress, userName, '/app/operator/dictionaries');
    await expect(page.getByRole('heading', { name: t('pages.dictionaries'), level: 1 })).toBeVisible();
    await page.getByRole('button', { name: t('admin.newType') }).click();
    const dialog = page.getByRole('dialog');
    // The dialog focuses its first field once it is open: what is filled before then may go there.
    await expect(dialog.getByLabel(t('admin.dictionary'))).toBeFocused();
    await dialog.getByLabel(t('admin.dictionary')).fill('Not One');
    await dialog.getByRole('textbox', { name: t('admin.entry'), exact: true }).fill('123456789012345678');
    await dialog.getByLabel(t('admin.label'), { exact: true }).fill('一');
    await dialog.getByRole('button', { name: t('admin.save') }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel(t('admin.dictionary')).fill(own);
    await dialog.getByRole('button', { name: t('admin.save') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('123456789012345678')).toBeVisible();
    await soundInBoth(page, dress);
    await page.getByRole('button', { name: t('admin.changeName', { name: '一' }) }).click();
    await page.getByLabel(t('admin.label'), { exact: true }).fill('二');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: t('admin.changeName', { name: '二' }) })).toBeVisible();
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: t('admin.download') }).click();
    expect((await taken).suggestedFilename()).toBe('字典数据.xlsx');
    await page.getByRole('button', { name: t('admin.deleteName', { name: '二' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.delete') })
      .click();
    await expect(page.getByText('123456789012345678')).toHaveCount(0);

    await go(page, '/operator/config');
    // The page of before has a button of that name as well.
    await expect(page.getByRole('heading', { name: t('pages.config'), level: 1 })).toBeVisible();
    await page.getByRole('button', { name: t('admin.add') }).click();
    await expect(dialog.getByLabel(t('admin.name'))).toBeFocused();
    await dialog.getByLabel(t('admin.name')).fill(own);
    await dialog.getByLabel(t('admin.key')).fill(own);
    await dialog.getByLabel(t('admin.value')).fill('9-18');
    await dialog.getByRole('button', { name: t('admin.save') }).click();
    await expect(dialog).toHaveCount(0);
    await searchList(page, t('admin.search'), own);
    await page.getByRole('button', { name: t('admin.changeName', { name: own }) }).click();
    await page.getByRole('textbox', { name: t('admin.changeName', { name: own }) }).fill('10-19');
    await expect(page.getByRole('status').filter({ hasText: '9-18 → 10-19' })).toBeVisible();
    await sound(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('10-19')).toBeVisible();
    await page.getByRole('button', { name: t('admin.deleteName', { name: own }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.delete') })
      .click();
    await expect(page.getByText(t('admin.noMatch'))).toBeVisible();
    // A setting of the product says what it may be; nothing is saved here, since everybody's orders go by it.
    await page.getByRole('button', { name: t('admin.clearFilters') }).click();
    const name = language === 'zh-CN' ? '每满一元所得积分' : 'Points earned by each yuan';
    await page.getByRole('button', { name: t('admin.changeName', { name }) }).click();
    const value = page.getByRole('textbox', { name: t('admin.changeName', { name }) });
    await value.fill('101');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /0.*100/ })).toBeVisible();
    await value.press('Escape');
    await expect(value).toHaveCount(0);
    await soundInBoth(page, dress);
  });
}
