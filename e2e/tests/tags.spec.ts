// Tags: put on many phones at once, filtered by, taken off after a question, managed as a tree.
import type { Page } from '@playwright/test';
import { enter } from '../account';
import { expect, expectToast, test } from '../fixtures';
import { act, card, dialog, select } from '../operations';
import { sound } from '../shell';
import { wordsIn } from '../words';

const t = wordsIn('zh-CN');

/** Writes a new tag's name into the field, as a person does: it becomes a choice, then it is taken. */
async function write(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel(t('tags.put')).click();
  await page.keyboard.type(name, { delay: 50 });
  await expect(page.getByTitle(name, { exact: true }).last()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a new tag is put on two phones, filters the list, and comes off after a question; its tree shows its phones, and it is renamed and deleted @pg-sweep', async ({
  page,
  demo,
}) => {
  const member = await demo.member('直播间', '短视频-02', '备用-04');
  await enter(page, 'zh-CN', member.account);
  await select(page, '直播间', '短视频-02');
  await act(page, t('actions.tags'));
  await write(page, '电商');
  // Leaving the field takes nothing off.
  await page.keyboard.press('Tab');
  await expect(dialog(page).locator('.ant-select-selection-item')).toHaveText(['电商']);
  await dialog(page)
    .getByRole('button', { name: t('tags.bind', { n: '2' }) })
    .click();
  await expectToast(page, t('tags.bound', { n: '2' }));
  await expect(card(page, '直播间').getByText('#电商')).toBeVisible();

  await page.getByRole('button', { name: t('list.filter'), exact: true }).click();
  await page.getByLabel(t('list.tags'), { exact: true }).click();
  await page.getByTitle('电商', { exact: true }).last().click();
  await expect(page).toHaveURL(/tag=\d+/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await select(page, '直播间');
  await act(page, t('actions.tags'));
  await dialog(page)
    .getByRole('button', { name: t('tags.unbindName', { name: '电商' }) })
    .click();
  await dialog(page)
    .filter({ hasText: t('tags.unbindTitle', { phone: '直播间', name: '电商' }) })
    .last()
    .getByRole('button', { name: t('tags.unbind'), exact: true })
    .click();
  await expectToast(page, t('tags.unbound', { n: '1', name: '电商' }));
  await expect(page.getByRole('article')).toHaveCount(1);

  // The manager has the tag with the phone that is left.
  await expect(dialog(page)).toHaveCount(1);
  await dialog(page)
    .getByRole('button', { name: t('common.cancel'), exact: true })
    .click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: t('list.filterOff', { label: '#电商' }) }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await select(page, '短视频-02');
  await act(page, t('actions.tags'));
  await dialog(page)
    .getByRole('button', { name: t('tags.manage') })
    .click();
  const manager = dialog(page)
    .filter({ hasText: t('tags.add') })
    .last();
  await manager.getByText('电商', { exact: true }).click();
  await expect(manager.getByText('短视频-02')).toBeVisible();
  await sound(page);
  await manager.getByRole('button', { name: t('names.rename', { name: '电商' }) }).click();
  await manager.getByLabel(t('names.rename', { name: '电商' })).fill('正式');
  await page.keyboard.press('Enter');
  await expect(manager.getByRole('button', { name: t('names.delete', { name: '正式' }) })).toBeVisible();
  // A tag is made here, too, and none of a name that another has.
  const made = manager.getByLabel(t('tags.newName'));
  const make = manager.getByRole('button', { name: t('tags.add') });
  await made.fill('正式');
  await make.click();
  await expect(manager.getByText('标签名称已存在')).toBeVisible();
  await made.fill('夜班号');
  await make.click();
  await expect(manager.getByRole('listitem').filter({ hasText: '夜班号' })).toContainText(
    t('tags.count', { count: '0' }),
  );
  await manager.getByRole('button', { name: t('names.delete', { name: '正式' }) }).click();
  await dialog(page)
    .filter({ hasText: t('tags.deleteTitle', { name: '正式' }) })
    .last()
    .getByRole('button', { name: t('tags.delete') })
    .click();
  await expectToast(page, t('tags.deleted', { name: '正式' }));
  await expect(card(page, '短视频-02').getByText('#正式')).toBeHidden();
});
