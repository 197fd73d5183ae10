// Replacement without data: what can be replaced is checked first, everything of the rental goes along, the old phone is wiped with a record.

import { enter } from '../account';
import { test as base, type Demo, expect, type ServerOptions, withDemo } from '../fixtures';
import { act, card, dialog, openReceipt, select, shell } from '../operations';
import { onPhone, say, sound } from '../shell';

/** A demo of its own: two of its phones in stock are of the kind that members have. */
const test = base.extend<object, ServerOptions & { demo: Demo }>({
  demo: [async ({ database }, use) => withDemo(database, use, { OWLDECK_SIM_STOCK: '4' }), { scope: 'worker' }],
});

test('three are checked, one is left out, two are replaced, and nothing of theirs is left, zh-CN', async ({
  page,
  demo,
}) => {
  const t = say('zh-CN', 'operations');
  const member = await demo.member('竞速 01', '路线测试', '资讯 08');
  for (const name of ['竞速 01', '路线测试']) await shell(member, name, 'echo mine > /sdcard/mine.txt');
  await enter(page, 'zh-CN', member.account);
  await select(page, '竞速 01', '路线测试', '资讯 08');
  await act(page, t('actions.replace'));
  await expect(dialog(page).getByText(t('replace.inStock', { n: '2' }))).toHaveCount(2);
  await expect(dialog(page).getByText('暂无同配置的空闲云手机')).toBeVisible();
  await sound(page);
  await dialog(page)
    .getByRole('button', { name: /^不更换 / })
    .click();
  const verb = dialog(page).getByRole('button', { name: t('replace.submit', { n: '2' }) });
  await expect(verb).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('2');
  await verb.click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(/旧机已清除（WIPE-[0-9A-F]+）/)).toHaveCount(2);
  await sound(page);
  await receipt.getByRole('button', { name: '关闭' }).click();
  await expect(card(page, '竞速 01')).toHaveCount(1);
  for (const name of ['竞速 01', '路线测试']) await expect.poll(() => shell(member, name, 'ls /sdcard')).not.toContain('mine.txt');
});

test('one is replaced on a phone, en-US', async ({ browser, demo, complaints }) => {
  const t = say('en-US', 'operations');
  const member = await demo.member('Racer 01');
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', member.account);
  await phone.getByRole('checkbox', { name: 'Select Racer 01' }).tap();
  await act(phone, t('actions.replace'));
  await expect(dialog(phone).getByText(/in stock, fits/)).toBeVisible();
  await dialog(phone).getByRole('textbox').fill('1');
  await sound(phone);
  await dialog(phone)
    .getByRole('button', { name: t('replace.submit', { n: '1' }) })
    .click();
  await expect(phone.getByText(t('operations.replacedCount', { n: '1' }))).toBeVisible();
  await sound(phone);
  await phone.context().close();
});
