// Groups: made, renamed and deleted; phones move between them; the chips filter the list.
import { enter } from '../account';
import { expect, test } from '../fixtures';
import { act, card, dialog, select } from '../operations';
import { sound } from '../shell';

test('without a group one is made first; phones move into it, and its chip shows them @pg-sweep', async ({
  page,
  demo,
}) => {
  const member = await demo.member('直播间', '短视频-02', '备用-04');
  await enter(page, 'zh-CN', member.account);
  await select(page, '直播间', '短视频-02');
  await act(page, '移动分组');
  await expect(dialog(page).getByText('请先创建分组，再把云手机移进去')).toBeVisible();
  await dialog(page).getByLabel('新分组的名称').fill('一二三四五六七八九十一');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await expect(dialog(page).getByText('最多 10 个字，现在 11 个')).toBeVisible();
  await dialog(page).getByLabel('新分组的名称').fill('夜班');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await dialog(page).getByRole('button', { name: '移动 2 台' }).click();
  await expect(page.getByText('已移动 2 台到“夜班”')).toBeVisible();
  const chips = page.getByRole('group', { name: '分组' });
  await chips.getByRole('button', { name: '夜班 2' }).click();
  await expect(page).toHaveURL(/group=\d+/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await chips.getByRole('button', { name: /^未分组/ }).click();
  await expect(page).toHaveURL(/group=0/);
  await expect(card(page, '直播间')).toBeHidden();
  // Where there are groups, another is made on the way too.
  await select(page, '备用-04');
  await act(page, '移动分组');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await dialog(page).getByLabel('新分组的名称').fill('早班');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await dialog(page).getByRole('button', { name: '移动 1 台' }).click();
  await expect(page.getByText('已移动 1 台到“早班”')).toBeVisible();
  await sound(page);
});

test('a group takes no name twice, is renamed in place, and its deletion asks where its phones go', async ({
  page,
  demo,
}) => {
  const member = await demo.member('直播间', '短视频-02');
  await enter(page, 'zh-CN', member.account);
  // One with two phones in it.
  await select(page, '直播间', '短视频-02');
  await act(page, '移动分组');
  await dialog(page).getByLabel('新分组的名称').fill('夜班');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await dialog(page).getByRole('button', { name: '移动 2 台' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: '管理分组' }).click();
  const field = dialog(page).getByLabel('新分组的名称');
  await field.fill('夜班');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await expect(dialog(page).getByText('分组名称已存在')).toBeVisible();
  await field.fill('白班');
  await dialog(page).getByRole('button', { name: '新建分组' }).click();
  await dialog(page).getByRole('button', { name: '重命名 白班' }).click();
  await dialog(page).getByLabel('重命名 白班').fill('早班');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: '删除 夜班' }).click();
  const asked = dialog(page).filter({ hasText: '删除分组“夜班”？' }).last();
  await asked.getByRole('combobox', { name: '这 2 台移到' }).click();
  await page.getByTitle('早班', { exact: true }).last().click();
  await asked.getByRole('button', { name: '删除分组' }).click();
  await expect(page.getByText('已删除分组“夜班”，2 台已移出')).toBeVisible();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: '早班' })).toContainText('2 台');
});
