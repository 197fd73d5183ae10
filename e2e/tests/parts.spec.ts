// What the parts do under a keyboard and under a finger, on the gallery page.
import type { Page } from '@playwright/test';
import { enter } from '../account';
import { expect, listen, PASSWORD, test } from '../fixtures';
import { say } from '../shell';

async function open(page: Page): Promise<void> {
  await enter(page, 'zh-CN', 'admin', PASSWORD, '/app/gallery');
  await expect(page.getByRole('heading', { level: 1, name: '部件' })).toBeVisible();
}
const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

test('a form says the rule, keeps the focus on the fault, submits by Enter and asks before it forgets', async ({ page, complaints }) => {
  await open(page);
  const trigger = page.getByRole('button', { name: '改名' });
  await trigger.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '修改云手机名称' });
  const field = dialog.getByLabel('云手机名称');
  await expect(field).toBeFocused();
  await page.keyboard.type('杭州直播间主力机备用零三');
  await expect(dialog.getByText('12/10')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('最多 10 个字，现在 12 个')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('刚才填写的内容还没有保存。')).toBeVisible();
  await page.getByRole('button', { name: '继续填写' }).click();
  await field.fill('主力-01');
  await dialog.getByRole('checkbox').check();
  await field.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('这个名称已被使用');
  await expect(dialog.getByRole('alert')).toContainText('7f3a-91c2');
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  expect(complaints).toEqual([]);
});

test('a dangerous button wakes only for the right number, and the toast says what happened', async ({ page, complaints }) => {
  await open(page);
  await page.getByRole('button', { name: '恢复出厂', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '恢复出厂 12 台云手机？' });
  await expect(dialog.getByLabel('输入 12 以确认')).toBeFocused();
  await page.keyboard.type('1');
  await expect(dialog.getByRole('button', { name: '恢复出厂 12 台' })).toBeDisabled();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: '恢复出厂 12 台' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('toasts stand at the top right, three at most', async ({ page, complaints }) => {
  await open(page);
  for (let i = 0; i < 5; i++) await page.getByRole('button', { name: '失败提示' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '重启：3 台失败' })).toHaveCount(3);
  const place = await page.getByRole('alert').filter({ hasText: '重启：3 台失败' }).last().boundingBox();
  expect(place && place.x + place.width).toBeGreaterThan(1380);
  expect(complaints).toEqual([]);
});

test('the deck is one stop for Tab, says why, and mends the selection', async ({ page, complaints }) => {
  await open(page);
  const deck = part(page, '批量栏').getByRole('region');
  await deck.getByRole('toolbar').getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(deck.getByRole('button', { name: '推送' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect(deck.getByRole('button', { name: '取消选择' })).toBeFocused();
  await expect(deck.getByRole('button', { name: '重启，2 台不能操作' })).toHaveAttribute('aria-disabled', 'true');
  await deck.getByRole('button', { name: '只选其余 4 台' }).click();
  await expect(deck.getByText('4 台已选')).toBeVisible();
  await page.getByRole('button', { name: '选中 34 台' }).click();
  await expect(deck.getByText(/一次最多 30 台，现在 34 台/)).toBeVisible();
  await deck.getByRole('button', { name: '只留前 30 台' }).click();
  await expect(deck.getByText('30 台已选')).toBeVisible();
  await expect(deck.getByText(/一次最多/)).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a receipt counts, filters, folds what is done and goes into a file', async ({ page, complaints }) => {
  await open(page);
  const receipt = part(page, '回执');
  await expect(receipt.getByRole('status').filter({ hasText: '18 台中 10 台成功，3 台失败' })).toBeAttached();
  await expect(receipt.getByRole('listitem').first()).toContainText('开机后 10 分钟未响应');
  await expect(receipt.getByRole('button', { name: '重试失败的 3 台' })).toBeVisible();
  await expect(receipt.getByRole('listitem')).toHaveCount(13);
  await receipt.getByRole('button', { name: '还有 6 台成功' }).click();
  await expect(receipt.getByRole('listitem')).toHaveCount(18);
  await receipt.getByRole('button', { name: '失败 3' }).click();
  await expect(receipt.getByRole('listitem')).toHaveCount(3);
  const saved = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'CSV' }).click();
  const text = (await (await (await saved).createReadStream()).toArray()).join('');
  expect(text.split('\r\n')).toHaveLength(19);
  await receipt.getByRole('button', { name: '打开回执' }).click();
  const docked = page.getByRole('dialog', { name: '回执' });
  await expect(docked).toBeVisible();
  // It blocks nothing: what stands beside it can be used.
  await page.getByRole('button', { name: '成功提示' }).click();
  await expect(page.getByText('已复制 OWL-7K2M9')).toBeVisible();
  await docked.getByRole('button', { name: '关闭' }).click();
  await expect(docked).toBeHidden();
  expect(complaints).toEqual([]);
});

test('five hundred rows are a few in the page, and columns are remembered', async ({ page, complaints }) => {
  await open(page);
  const table = part(page, '表格');
  await table.scrollIntoViewIfNeeded();
  await expect(table.getByText('主力-01')).toBeVisible();
  expect(await table.locator('.ant-table-row').count()).toBeLessThan(40);
  await table.getByRole('button', { name: '显示的列' }).click();
  await page.getByRole('checkbox', { name: '运营商' }).uncheck();
  await expect(table.getByText('运营商')).toHaveCount(0);
  await page.reload();
  await expect(table.getByText('主力-01')).toBeVisible();
  await expect(table.getByText('运营商')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('pickers check a number before they ask, and keep to their cap', async ({ page, complaints }) => {
  await open(page);
  const pickers = part(page, '选择器');
  const person = pickers.getByLabel('被授权账号');
  await person.fill('1390000');
  await person.blur();
  await expect(pickers.getByText('请输入正确的手机号')).toBeVisible();
  await person.fill('13900006021');
  await expect(pickers.getByText(/王\*敏 139\*\*\*\*6021/)).toBeVisible();
  await pickers.getByRole('button', { name: '选中前 100 台' }).click();
  await expect(pickers.getByText(/已选 \d+ \/ 100/)).not.toHaveText('已选 0 / 100');
  const blocked = pickers.getByRole('checkbox', { name: /主力-03/ });
  await expect(blocked).toBeDisabled();
  await expect(pickers.getByText('已授权给他人').first()).toBeVisible();
  await pickers.getByLabel('名称或编号').fill('主力-128');
  await expect(pickers.getByRole('checkbox', { name: /OWL-/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('choices are radios: arrows move, what is unavailable is skipped', async ({ page, complaints }) => {
  await open(page);
  const group = page.getByRole('group', { name: '配置' });
  await group.getByRole('radio', { name: /标准型/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(group.getByRole('radio', { name: /进阶型/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(group.getByRole('radio', { name: /标准型/ })).toBeChecked();
  await expect(group.getByRole('radio', { name: /轻量型/ })).toBeDisabled();
  expect(complaints).toEqual([]);
});

test('on a phone dialogs come from the bottom and fingers fit', async ({ browser, baseURL, complaints }) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN', reducedMotion: 'reduce' });
  const page = await context.newPage();
  listen(page, complaints);
  await open(page);
  await page.getByRole('button', { name: '改名' }).tap();
  const dialog = page.getByRole('dialog', { name: '修改云手机名称' });
  await expect(dialog).toBeVisible();
  await expect
    .poll(async () => {
      const place = await dialog.boundingBox();
      return place ? Math.round(place.y + place.height) : 0;
    })
    .toBe(844);
  expect((await dialog.getByRole('button', { name: '保存' }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await dialog.getByRole('button', { name: '取消' }).tap();
  // Five hundred rows are cards here, and only as many exist as were scrolled to.
  const rows = part(page, '表格').getByRole('list', { name: '表格' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  expect(before).toBeLessThan(120);
  await rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await context.close();
  expect(complaints).toEqual([]);
});

test('in English, on a phone, the parts say and do the same', async ({ browser, baseURL, complaints }) => {
  const t = say('en-US', 'ui', 'gallery');
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  listen(page, complaints);
  await enter(page, 'en-US', 'admin');
  await page.goto('/app/gallery');
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeAttached();

  await page.getByRole('button', { name: t('gallery.openForm'), exact: true }).tap();
  const form = page.getByRole('dialog', { name: t('gallery.formTitle') });
  await form.getByLabel(t('gallery.phoneName')).fill('a name too long');
  await form.getByRole('button', { name: t('gallery.save') }).tap();
  await expect(form.getByText(/10.*15/)).toBeVisible();
  await form.getByLabel(t('gallery.phoneName')).fill('Main 01');
  await form.getByRole('button', { name: t('gallery.save') }).tap();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: t('gallery.openConfirm'), exact: true }).tap();
  const confirm = page.getByRole('dialog', { name: t('gallery.resetTitle') });
  await expect(confirm.getByRole('button', { name: t('gallery.reset12') })).toBeDisabled();
  await confirm.getByRole('textbox').fill('12');
  await confirm.getByRole('button', { name: t('gallery.reset12') }).tap();
  await expect(page.getByRole('status').filter({ hasText: t('gallery.reset12') })).toBeVisible();

  const deck = part(page, t('gallery.deck')).getByRole('region');
  await deck.getByRole('button', { name: t('batch.keepOthers', { n: '4' }) }).tap();
  await expect(deck.getByRole('button', { name: t('batch.keepOthers', { n: '4' }) })).toHaveCount(0);

  const receipt = part(page, t('gallery.receipt'));
  await expect(receipt.getByRole('listitem')).toHaveCount(13);
  await receipt.getByRole('button', { name: t('receipt.moreDone', { n: '6' }) }).tap();
  await expect(receipt.getByRole('listitem')).toHaveCount(18);

  const group = page.getByRole('group', { name: t('gallery.config') });
  await group.getByRole('radio', { name: new RegExp(t('gallery.advanced')) }).check({ force: true });
  await expect(group.getByRole('radio', { name: new RegExp(t('gallery.advanced')) })).toBeChecked();

  const person = part(page, t('gallery.pickers')).getByLabel(t('gallery.person'));
  await person.fill('1390000');
  await person.blur();
  await expect(part(page, t('gallery.pickers')).getByText(/valid phone/i)).toBeVisible();
  await context.close();
  expect(complaints).toEqual([]);
});
