// Groups: made, renamed and deleted; phones move between them; the chips filter the list.
import type { Page } from '@playwright/test';
import { enter } from '../account';
import { expect, expectToast, test } from '../fixtures';
import { act, card, dialog, select } from '../operations';
import { sound } from '../shell';
import { wordsIn } from '../words';

const t = wordsIn('zh-CN');

/** Adds a group of this name in the open dialog, which may refuse it. */
async function addGroup(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel(t('groups.newName')).fill(name);
  await dialog(page)
    .getByRole('button', { name: t('groups.add') })
    .click();
}

test('groups are made on the way, phones move into them and chips show them; a group takes no name twice, is renamed in place, and its deletion asks where its phones go @pg-sweep', async ({
  page,
  demo,
}) => {
  const member = await demo.member('直播间', '短视频-02', '备用-04');
  await enter(page, 'zh-CN', member.account);
  await select(page, '直播间', '短视频-02');
  await act(page, t('actions.moveGroup'));
  await expect(dialog(page).getByText(t('groups.createFirst'))).toBeVisible();
  await addGroup(page, '一二三四五六七八九十一');
  await expect(dialog(page).getByText('最多 10 个字，现在 11 个')).toBeVisible();
  await addGroup(page, '夜班');
  await dialog(page)
    .getByRole('button', { name: t('groups.move', { n: '2' }) })
    .click();
  await expectToast(page, t('groups.moved', { n: '2', name: '夜班' }));
  const chips = page.getByRole('group', { name: t('groups.name') });
  await chips.getByRole('button', { name: '夜班 2' }).click();
  await expect(page).toHaveURL(/group=\d+/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await chips.getByRole('button', { name: new RegExp(`^${t('groups.none')}`) }).click();
  await expect(page).toHaveURL(/group=0/);
  await expect(card(page, '直播间')).toBeHidden();
  // Where there are groups, another is made on the way too.
  await select(page, '备用-04');
  await act(page, t('actions.moveGroup'));
  await dialog(page)
    .getByRole('button', { name: t('groups.add') })
    .click();
  await addGroup(page, '早班');
  await dialog(page)
    .getByRole('button', { name: t('groups.move', { n: '1' }) })
    .click();
  await expectToast(page, t('groups.moved', { n: '1', name: '早班' }));
  await sound(page);
  await expect(dialog(page)).toBeHidden();

  // The manager holds them all.
  await page.getByRole('button', { name: t('groups.manage') }).click();
  await addGroup(page, '夜班');
  await expect(dialog(page).getByText('分组名称已存在')).toBeVisible();
  await addGroup(page, '白班');
  await dialog(page)
    .getByRole('button', { name: t('names.rename', { name: '白班' }) })
    .click();
  await dialog(page)
    .getByLabel(t('names.rename', { name: '白班' }))
    .fill('晚班');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('button', { name: t('names.delete', { name: '夜班' }) })
    .click();
  const asked = dialog(page)
    .filter({ hasText: t('groups.deleteTitle', { name: '夜班' }) })
    .last();
  await asked.getByRole('combobox', { name: t('groups.where', { n: '2' }) }).click();
  await page.getByTitle('晚班', { exact: true }).last().click();
  await asked.getByRole('button', { name: t('groups.delete') }).click();
  await expectToast(page, t('groups.deleted', { name: '夜班', count: '2' }));
  await expect(dialog(page).getByRole('listitem').filter({ hasText: '晚班' })).toContainText(
    t('groups.count', { count: '2' }),
  );
});
