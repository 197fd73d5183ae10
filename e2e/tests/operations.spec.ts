// Everything that takes time, begun from the list and seen at the phone itself: boot ids, files, densities. Failures, and the ways out of them.
import { enter } from '../account';
import { expect, SECOND_MEMBER } from '../fixtures';
import { act, bootId, card, deck, dialog, openReceipt, select, shell, shownReceipt, test } from '../operations';
import { sound } from '../shell';

test('a phone is rebooted: its receipt is done, it has another boot, and it runs again @pg', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  const before = await bootId(demo, '直播间');
  await card(page, '直播间').hover();
  await page.getByRole('button', { name: '重启 直播间' }).click();
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  await expect(card(page, '直播间').getByText('重启中')).toBeHidden();
  expect(await bootId(demo, '直播间')).not.toBe(before);
  await page.reload();
  await expect(receipt.getByText('已完成')).toBeVisible();
  await sound(page);
  await receipt.getByRole('button', { name: '关闭' }).click();
  await expect(page).toHaveURL(/\/app\/index$/);
});

test('a reset asks for the number, and nothing that was on the phone is left', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  await shell(demo, '备用-04', 'echo keep > /sdcard/mine.txt');
  expect(await shell(demo, '备用-04', 'ls /sdcard')).toContain('mine.txt');
  await select(page, '备用-04');
  await act(page, '恢复出厂');
  const verb = dialog(page).getByRole('button', { name: '恢复 1 台' });
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('2');
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('1');
  await verb.click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  expect(await shell(demo, '备用-04', 'ls /sdcard')).not.toContain('mine.txt');
});

test('a density is set on many phones, and the phones have it', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  await select(page, '直播间', '短视频-02');
  await act(page, '修改 DPI');
  await dialog(page).getByText('自定义', { exact: true }).click();
  await dialog(page).getByLabel('自定义 DPI').fill('641');
  await dialog(page).getByRole('button', { name: '修改 2 台' }).click();
  await expect(dialog(page).getByText('DPI 应在 72 到 640 之间，现在是 641')).toBeVisible();
  await dialog(page).getByText('240', { exact: true }).click();
  await dialog(page).getByRole('button', { name: '修改 2 台' }).click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('已完成')).toHaveCount(2, { timeout: 30_000 });
  for (const name of ['直播间', '短视频-02']) expect(await shell(demo, name, 'wm density')).toContain('240');
});

test('a refused operation says why, and is tried again', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  const before = await bootId(demo, '选品 A');
  await shell(demo, '选品 A', 'setprop owl.fault power:refuse');
  await select(page, '选品 A');
  await act(page, '重启');
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('云手机拒绝了此操作')).toBeVisible({ timeout: 30_000 });
  expect(await bootId(demo, '选品 A')).toBe(before);
  await expect(card(page, '选品 A').getByText('重启失败')).toBeVisible();
  await expect(card(page, '选品 A').getByRole('button', { name: '直接进入' })).toBeVisible();
  const failedAt = page.url();
  await receipt.getByRole('button', { name: '重试失败的 1 台' }).click();
  await expect(page).not.toHaveURL(failedAt);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  await expect(card(page, '选品 A').getByText('重启失败')).toBeHidden();
  expect(await bootId(demo, '选品 A')).not.toBe(before);
});

test('a receipt follows the socket alone: while nothing is polled for it says that the phone is ready', async ({
  page,
  demo,
}) => {
  await enter(page, 'zh-CN');
  await shell(demo, '短视频-02', 'setprop owl.fault power:slow:4000');
  await select(page, '短视频-02');
  await act(page, '重启');
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  const receipt = await openReceipt(page);
  // For a page that nobody sees nothing is asked again and again; what the server tells it is heard all the same.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect(receipt.getByText('已完成')).toBeHidden();
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
});

test('what has not changed its phone yet is taken back, and the phone is as it was', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  const before = await bootId(demo, '备用-04');
  await shell(demo, '备用-04', 'setprop owl.fault state:slow:10000');
  await select(page, '备用-04');
  await act(page, '重启');
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  const receipt = await openReceipt(page);
  await receipt.getByRole('button', { name: '取消等待的 1 台' }).click();
  await expect(page.getByText('已取消 1 台')).toBeVisible();
  await expect(receipt.getByText('已取消，手机没有变化')).toBeVisible();
  await expect(card(page, '备用-04').getByText('重启中')).toBeHidden();
  expect(await bootId(demo, '备用-04')).toBe(before);
});

test('a phone that failed is entered directly when it turns out to be well', async ({ page, demo }) => {
  await enter(page, 'zh-CN');
  const before = await bootId(demo, '选品 A');
  await shell(demo, '选品 A', 'setprop owl.fault power:refuse');
  await select(page, '选品 A');
  await act(page, '重启');
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  await card(page, '选品 A').getByRole('button', { name: '直接进入' }).click({ timeout: 30_000 });
  await expect(card(page, '选品 A').getByText('重启失败')).toBeHidden({ timeout: 30_000 });
  // It was looked at, and nothing else: it is the phone that ran before.
  expect(await bootId(demo, '选品 A')).toBe(before);
  await expect(page.getByRole('button', { name: '打开 选品 A' })).toHaveAttribute('aria-disabled', 'false');
});

test('a shared phone keeps a batch from being rebooted, and one link leaves it out', async ({ page }) => {
  await enter(page, 'zh-CN');
  await select(page, '主力-01', '直播间', '短视频-02');
  await expect(deck(page).getByRole('button', { name: '重启，1 台不能操作' })).toHaveAttribute('aria-disabled', 'true');
  await expect(deck(page).getByText('已授权的云手机不能批量重启（主力-01）')).toBeVisible();
  await deck(page).getByRole('button', { name: '只选其余 2 台' }).click();
  await expect(deck(page).getByText('2 台已选')).toBeVisible();
  await expect(deck(page).getByRole('button', { name: '重启', exact: true })).toHaveAttribute('aria-disabled', 'false');
});

test('many phones are renamed by a pattern that was seen before', async ({ page }) => {
  await enter(page, 'zh-CN');
  const old = ['短视频-02', '备用-04'];
  await select(page, ...old);
  await act(page, '重命名');
  await dialog(page).getByLabel('名称').fill('新名 {n}');
  await dialog(page).getByLabel('起始编号').fill('9');
  await expect(dialog(page).getByRole('cell', { name: '新名 09' })).toBeVisible();
  await dialog(page).getByRole('button', { name: '重命名 2 台' }).click();
  await expect(card(page, '新名 09')).toBeVisible();
  await expect(card(page, '新名 10')).toBeVisible();
  // The names of the other tests come back, one by one.
  for (const [now, then] of [
    ['新名 09', '短视频-02'],
    ['新名 10', '备用-04'],
  ] as const) {
    await select(page, now);
    await act(page, '重命名');
    await dialog(page).getByLabel('名称').fill(then);
    await dialog(page).getByRole('button', { name: '重命名', exact: true }).click();
    await expect(card(page, then)).toBeVisible();
  }
});

test('in English a phone is switched off and on again, and the receipts list both', async ({ page, demo }) => {
  await enter(page, 'en-US');
  const before = await bootId(demo, '直播间');
  await select(page, '直播间');
  await act(page, 'Power off');
  await dialog(page).getByRole('button', { name: 'Power off 1' }).click();
  await expect(card(page, '直播间').getByText('Powered off')).toBeVisible({ timeout: 30_000 });
  await expect(bootId(demo, '直播间'), 'nothing answers').rejects.toThrow();
  await card(page, '直播间').getByRole('button', { name: 'Power on' }).click();
  await expect(card(page, '直播间').getByText('Powered off')).toBeHidden({ timeout: 30_000 });
  // Until it answers it is the one that went off.
  await expect.poll(() => bootId(demo, '直播间').catch(() => before), { timeout: 60_000 }).not.toBe(before);
  await page.getByRole('button', { name: /^Receipts/ }).click();
  await expect(
    dialog(page)
      .getByRole('button', { name: /^Power on/ })
      .first(),
  ).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /^Power off/ })
    .first()
    .click();
  await expect(page).toHaveURL(/receipt=\d+/);
});

test('a health check changes nothing and says what is not well, and the receipts tell of it until they are looked at', async ({
  page,
  demo,
}) => {
  await enter(page, 'zh-CN');
  const before = await bootId(demo, '短视频-02');
  await select(page, '短视频-02');
  await act(page, '健康检查');
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  await receipt.getByRole('button', { name: '关闭' }).click();
  await shell(demo, '短视频-02', 'setprop owl.fault screen:refuse');
  await select(page, '短视频-02');
  await act(page, '健康检查');
  await expect(page.getByRole('button', { name: /^回执，.*有失败/ })).toBeVisible({ timeout: 30_000 });
  expect(await bootId(demo, '短视频-02')).toBe(before);
  await page.getByRole('button', { name: /^回执，/ }).click();
  const choose = async (field: string, choice: string) => {
    await dialog(page).getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-item-option:visible', { hasText: choice }).click();
  };
  const listed = dialog(page).getByRole('listitem');
  await choose('类型', '健康检查');
  await expect(listed).toHaveCount(2);
  await choose('时间', '最近 7 天');
  await expect(listed).toHaveCount(2);
  await choose('状态', '失败');
  await expect(listed).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: /CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('receipts.csv');
  const lines = (await (await file.createReadStream()).toArray()).join('').split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('健康检查');
  await dialog(page)
    .getByRole('button', { name: /^健康检查/ })
    .first()
    .click();
  await expect((await shownReceipt(page)).getByText('取不到云手机的画面')).toBeVisible();
  await expect(page.getByRole('button', { name: '回执', exact: true })).toBeVisible();
});

test('an operator with the permission puts a newer system on a phone, and nobody else sees the action', async ({
  page,
  another,
  demo,
}) => {
  await enter(page, 'zh-CN');
  await select(page, '直播间');
  await deck(page).getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '恢复出厂' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '升级系统' })).toHaveCount(0);

  demo.seed({
    grants: [{ owner: SECOND_MEMBER, phone: '跑酷-11', to: 'admin', level: 'view', expiresInMinutes: 600 }],
  });
  const image = () => shell(demo, '跑酷-11', 'getprop ro.build.id');
  const before = [await image(), await bootId(demo, '跑酷-11')];
  await shell(demo, '跑酷-11', 'echo keep > /sdcard/mine.txt');
  const operator = await another();
  await enter(operator, 'zh-CN', 'admin');
  await select(operator, '跑酷-11');
  await act(operator, '升级系统');
  await dialog(operator).getByRole('button', { name: '升级 1 台' }).click();
  const receipt = await openReceipt(operator);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  expect(await image()).not.toBe(before[0]);
  expect(await bootId(demo, '跑酷-11')).not.toBe(before[1]);
  expect(await shell(demo, '跑酷-11', 'ls /sdcard')).toContain('mine.txt');
  await expect(card(operator, '跑酷-11').getByText('升级中')).toBeHidden();
});

test('on a phone the deck, the dialogs and the receipt work as sheets', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'zh-CN');
  await select(page, '短视频-02');
  await act(page, '重启');
  await dialog(page).getByRole('button', { name: '重启 1 台' }).click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('已完成')).toBeVisible({ timeout: 30_000 });
  await sound(page);
});
