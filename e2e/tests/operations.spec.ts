// Everything that takes time, begun from the list and seen at the phone itself: boot ids, files, densities. Failures, and the ways out of them.
import type { Page } from '@playwright/test';
import { enter, lend } from '../account';
import { expect, expectToast, SECOND_MEMBER, test } from '../fixtures';
import { act, bootId, card, deck, dialog, openReceipt, release, select, shell, shownReceipt } from '../operations';
import { hide, sound } from '../shell';
import { SWEPT } from '../sweep';
import { wordsIn } from '../words';

const t = wordsIn('zh-CN');

/** Reboots a phone from the deck, which asks first. */
async function reboot(page: Page, name: string): Promise<void> {
  await select(page, name);
  await act(page, t('actions.reboot'));
  await dialog(page)
    .getByRole('button', { name: t('control.reboot', { n: '1' }) })
    .click();
}

test('a reset asks for the number, and nothing that was on the phone is left', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('备用-04');
  await enter(page, 'zh-CN', member.account);
  await shell(member, '备用-04', 'echo keep > /sdcard/mine.txt');
  await expect.poll(() => shell(member, '备用-04', 'ls /sdcard')).toContain('mine.txt');
  await select(page, '备用-04');
  await act(page, t('actions.factoryReset'));
  const verb = dialog(page).getByRole('button', { name: t('control.factoryReset', { n: '1' }) });
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('2');
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('1');
  await verb.click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(t('operations.done'))).toBeVisible();
  await expect.poll(() => shell(member, '备用-04', 'ls /sdcard')).not.toContain('mine.txt');
});

test('a density is set on many phones, and the phones have it', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('直播间', '短视频-02');
  await enter(page, 'zh-CN', member.account);
  await select(page, '直播间', '短视频-02');
  await act(page, t('actions.density'));
  await dialog(page).getByText(t('control.densityOther'), { exact: true }).click();
  await dialog(page).getByLabel(t('control.densityOwn')).fill('641');
  await dialog(page)
    .getByRole('button', { name: t('control.densitySet', { n: '2' }) })
    .click();
  await expect(dialog(page).getByText('DPI 应在 72 到 640 之间，现在是 641')).toBeVisible();
  await dialog(page).getByText('240', { exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('control.densitySet', { n: '2' }) })
    .click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(t('operations.done'))).toHaveCount(2);
  for (const name of ['直播间', '短视频-02'])
    await expect.poll(() => shell(member, name, 'wm density')).toContain('240');
});

test('a reboot that a phone refuses says why; tried again it is done, the phone has another boot and runs again @pg', async ({
  page,
  demo,
}) => {
  const member = await demo.member('选品 A');
  await enter(page, 'zh-CN', member.account);
  const before = await bootId(member, '选品 A');
  await shell(member, '选品 A', 'setprop owl.fault power:refuse');
  await card(page, '选品 A').hover();
  await page.getByRole('button', { name: t('actions.rebootName', { name: '选品 A' }) }).click();
  await dialog(page)
    .getByRole('button', { name: t('control.reboot', { n: '1' }) })
    .click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText('云手机拒绝了此操作')).toBeVisible();
  expect(await bootId(member, '选品 A')).toBe(before);
  await expect(card(page, '选品 A').getByText('重启失败')).toBeVisible();
  await expect(card(page, '选品 A').getByRole('button', { name: t('operations.enterDirectly') })).toBeVisible();
  const failedAt = page.url();
  await receipt.getByRole('button', { name: t('receipt.retryFailed', { n: '1' }) }).click();
  await expect(page).not.toHaveURL(failedAt);
  await expect(receipt.getByText(t('operations.done'))).toBeVisible();
  await expect(card(page, '选品 A').getByText('重启失败')).toBeHidden();
  await expect(card(page, '选品 A').getByText('重启中')).toBeHidden();
  expect(await bootId(member, '选品 A')).not.toBe(before);
  await sound(page);
  await receipt.getByRole('button', { name: t('common.close') }).click();
  await expect(page).toHaveURL(/\/app\/index$/);
});

test(
  'a receipt follows the socket alone: while nothing is polled for it says that the phone is ready',
  SWEPT,
  async ({ page, demo }) => {
    const member = await demo.member('短视频-02');
    await enter(page, 'zh-CN', member.account);
    await shell(member, '短视频-02', 'setprop owl.fault power:hold');
    await reboot(page, '短视频-02');
    const receipt = await openReceipt(page);
    // A hidden page still hears what the server tells it.
    await hide(page);
    await expect(receipt.getByText(t('operations.done'))).toBeHidden();
    await release(member, '短视频-02');
    await expect(receipt.getByText(t('operations.done'))).toBeVisible();
  },
);

test('what has not changed its phone yet is taken back, and the phone is as it was', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('备用-04');
  await enter(page, 'zh-CN', member.account);
  const before = await bootId(member, '备用-04');
  await shell(member, '备用-04', 'setprop owl.fault state:hold');
  await reboot(page, '备用-04');
  const receipt = await openReceipt(page);
  await receipt.getByRole('button', { name: t('operations.takeBack', { n: '1' }) }).click();
  await expectToast(page, t('operations.tookBack', { n: '1' }));
  await expect(receipt.getByText(t('operations.cancelled'))).toBeVisible();
  await expect(card(page, '备用-04').getByText('重启中')).toBeHidden();
  expect(await bootId(member, '备用-04')).toBe(before);
});

test('a phone that failed is entered directly when it turns out to be well', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('选品 A');
  await enter(page, 'zh-CN', member.account);
  const before = await bootId(member, '选品 A');
  await shell(member, '选品 A', 'setprop owl.fault power:refuse');
  await reboot(page, '选品 A');
  await card(page, '选品 A')
    .getByRole('button', { name: t('operations.enterDirectly') })
    .click();
  await expect(card(page, '选品 A').getByText('重启失败')).toBeHidden();
  // The phone was looked at, and nothing else: it is the one that ran before.
  expect(await bootId(member, '选品 A')).toBe(before);
  await expect(page.getByRole('button', { name: t('list.openName', { name: '选品 A' }) })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
});

test('a shared phone keeps a batch from being rebooted, and one link leaves it out', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('主力-01', '直播间', '短视频-02');
  await lend(demo, member, '主力-01', SECOND_MEMBER, 'view');
  await enter(page, 'zh-CN', member.account);
  await select(page, '主力-01', '直播间', '短视频-02');
  const blocked = t('batch.blocked', { label: t('actions.reboot'), n: '1' });
  await expect(deck(page).getByRole('button', { name: blocked })).toHaveAttribute('aria-disabled', 'true');
  await expect(deck(page).getByText('已授权的云手机不能批量重启（主力-01）')).toBeVisible();
  await deck(page)
    .getByRole('button', { name: t('batch.keepOthers', { n: '2' }) })
    .click();
  await expect(deck(page).getByText(`2 ${t('batch.selected')}`)).toBeVisible();
  const reboot = deck(page).getByRole('button', { name: t('actions.reboot'), exact: true });
  await expect(reboot).toHaveAttribute('aria-disabled', 'false');
});

test('many phones are renamed by a pattern that was seen before', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('短视频-02', '备用-04');
  await enter(page, 'zh-CN', member.account);
  const old = ['短视频-02', '备用-04'];
  await select(page, ...old);
  await act(page, t('actions.rename'));
  await dialog(page).getByLabel(t('rename.name')).fill('新名 {n}');
  await dialog(page).getByLabel(t('rename.first')).fill('9');
  await expect(dialog(page).getByRole('cell', { name: '新名 09' })).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: t('rename.submitMany', { n: '2' }) })
    .click();
  await expect(card(page, '新名 09')).toBeVisible();
  await expect(card(page, '新名 10')).toBeVisible();
  // One by itself takes its name as it is typed.
  await select(page, '新名 09');
  await act(page, t('actions.rename'));
  await dialog(page).getByLabel(t('rename.name')).fill('短视频-02');
  await dialog(page)
    .getByRole('button', { name: t('rename.submit'), exact: true })
    .click();
  await expect(card(page, '短视频-02')).toBeVisible();
});

test('in English a phone is switched off and on again, and the receipts list both', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('直播间');
  await enter(page, 'en-US', member.account);
  const before = await bootId(member, '直播间');
  await select(page, '直播间');
  await act(page, 'Power off');
  await dialog(page).getByRole('button', { name: 'Power off 1' }).click();
  await expect(card(page, '直播间').getByText('Powered off')).toBeVisible();
  await expect(bootId(member, '直播间'), 'nothing answers').rejects.toThrow();
  await card(page, '直播间').getByRole('button', { name: 'Power on' }).click();
  await expect(card(page, '直播间').getByText('Powered off')).toBeHidden();
  // Until it answers it is the one that went off.
  await expect.poll(() => bootId(member, '直播间').catch(() => before)).not.toBe(before);
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
  const member = await demo.member('短视频-02');
  await enter(page, 'zh-CN', member.account);
  const before = await bootId(member, '短视频-02');
  await select(page, '短视频-02');
  await act(page, t('actions.probe'));
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(t('operations.done'))).toBeVisible();
  await receipt.getByRole('button', { name: t('common.close') }).click();
  await shell(member, '短视频-02', 'setprop owl.fault screen:refuse');
  await select(page, '短视频-02');
  await act(page, t('actions.probe'));
  const receipts = `^${t('operations.list')}${t('operations.listComma')}`;
  const fresh = new RegExp(`${receipts}.*${t('operations.listFresh', { n: '\\d+' })}`);
  await expect(page.getByRole('button', { name: fresh })).toBeVisible();
  expect(await bootId(member, '短视频-02')).toBe(before);
  await page.getByRole('button', { name: new RegExp(receipts) }).click();
  const choose = async (field: string, choice: string) => {
    await dialog(page).getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-item-option:visible', { hasText: choice }).click();
  };
  const listed = dialog(page).getByRole('listitem');
  await choose(t('operations.kind'), '健康检查');
  await expect(listed).toHaveCount(2);
  await choose(t('operations.span'), t('operations.days', { n: '7' }));
  await expect(listed).toHaveCount(2);
  await choose(t('receipt.state'), t('receipt.failed'));
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
  await expect(page.getByRole('button', { name: t('operations.list'), exact: true })).toBeVisible();
});

test(
  'an operator with the permission puts a newer system on a phone, and nobody else sees the action',
  SWEPT,
  async ({ page, another, demo }) => {
    const member = await demo.member('直播间', '跑酷-11');
    await enter(page, 'zh-CN', member.account);
    await select(page, '直播间');
    await deck(page)
      .getByRole('button', { name: t('batch.more') })
      .click();
    await expect(page.getByRole('menuitem', { name: t('actions.factoryReset') })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: t('actions.upgradeImage') })).toHaveCount(0);

    await lend(demo, member, '跑酷-11', 'admin', 'view');
    const image = () => shell(member, '跑酷-11', 'getprop ro.build.id');
    const before = [await image(), await bootId(member, '跑酷-11')];
    await shell(member, '跑酷-11', 'echo keep > /sdcard/mine.txt');
    const operator = await another();
    await enter(operator, 'zh-CN', 'admin');
    await select(operator, '跑酷-11');
    await act(operator, t('actions.upgradeImage'));
    await dialog(operator)
      .getByRole('button', { name: t('control.upgradeImage', { n: '1' }) })
      .click();
    const receipt = await openReceipt(operator);
    await expect(receipt.getByText(t('operations.done'))).toBeVisible();
    expect(await image()).not.toBe(before[0]);
    expect(await bootId(member, '跑酷-11')).not.toBe(before[1]);
    await expect.poll(() => shell(member, '跑酷-11', 'ls /sdcard')).toContain('mine.txt');
    await expect(card(operator, '跑酷-11').getByText('升级中')).toBeHidden();
  },
);

test('on a phone the deck, the dialogs and the receipt work as sheets', async ({ page, demo }) => {
  const member = await demo.member('短视频-02');
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'zh-CN', member.account);
  await reboot(page, '短视频-02');
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(t('operations.done'))).toBeVisible();
  await sound(page);
});
