// Buying, renewing, upgrading and giving back in the browser, with both wallets' stand-ins: what is shown is what is charged.
import { enter } from '../../account';
import { expect, signIn } from '../../fixtures';
import {
  ALIPAY,
  agree,
  asksFor,
  BETTER,
  CODE,
  choose,
  details,
  KIND,
  newestRecord,
  order,
  PAID,
  panel,
  pay,
  payAtAlipay,
  rent,
  scanAndPay,
  takeBack,
  test,
  total,
  WECHAT_PAY,
} from '../../orders';
import { onPhone } from '../../shell';
import { SWEPT } from '../../sweep';

test('phones are bought on the first wallet’s own page, at the price that was shown @pg', async ({
  page,
  complaints,
  demo,
}) => {
  const member = await demo.member();
  await signIn(page, member.account);
  await choose(page, 12);
  await expect(total(page)).toHaveText('¥504');
  await expect(panel(page).getByText('10+ 台阶梯价 ¥42')).toBeVisible();

  await panel(page).getByRole('button', { name: /^支付/ }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('请先阅读并同意授权协议');
  await agree(page);
  const dialog = await order(page, ALIPAY);
  const wallet = await payAtAlipay(page, '¥504');
  await wallet.close();

  await dialog.getByRole('button', { name: '查看云手机' }).click();
  await expect(page).toHaveURL(/\/app\/index/);
  const record = await newestRecord(page);
  await expect(record).toContainText('支付成功');
  await expect(record).toContainText('¥504');
  await expect(record).toContainText('支付宝（PC）');
  await expect(record.getByRole('heading', { name: '云手机 12 台' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a code of the second wallet is scanned; another wallet and a second click charge nothing twice', async ({
  page,
  demo,
}) => {
  const member = await demo.member();
  await signIn(page, member.account);
  await choose(page, 1);
  await agree(page);
  const dialog = await order(page, ALIPAY);
  const number = await dialog.locator('.owl-mono').first().innerText();
  await dialog.getByRole('button', { name: '换微信支付' }).click();
  await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
  await dialog.getByRole('button', { name: '我已付款' }).click();
  await expect(page.getByText('还没有收到付款').first()).toBeVisible();
  await scanAndPay(page, '¥45');
  await expect(dialog.getByRole('img', { name: PAID })).toBeVisible();
  const record = await newestRecord(page);
  await expect(record).toContainText(number);
  await expect(record).toContainText('¥45');
  await expect(record).toContainText('微信支付（PC）');
});

test(
  'an order is taken back, another one runs out of time, and both say so in a picture',
  SWEPT,
  async ({ page, demo }) => {
    const member = await demo.member();
    await signIn(page, member.account);
    await choose(page, 1);
    await agree(page);
    const dialog = await order(page, WECHAT_PAY);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // The unpaid order is kept beside the form of the next order, whose agreement is ticked anew.
    await expect(panel(page).getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('group', { name: '待付款', exact: true }).getByRole('button', { name: '继续付款' }).click();
    await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
    await takeBack(page, dialog);
    await dialog.getByRole('button', { name: '返回' }).click();
    await expect(dialog).toHaveCount(0);

    await panel(page).getByRole('checkbox').click();
    await order(page, WECHAT_PAY);
    await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
    await demo.later(16 * 60);
    await expect(pay(page).getByRole('img', { name: '付款超时' })).toBeVisible();
  },
);

test('phones that end soon are renewed with packages of their own, and end when it said', async ({ page, demo }) => {
  const member = await demo.member();
  await rent(demo, member.account, [
    ['到期一号', 3],
    ['到期二号', 4],
  ]);
  await signIn(page, member.account);
  await page.goto('/app/renewManage');
  const lines = page.getByRole('list', { name: '续费明细' });
  const first = lines.getByRole('listitem', { name: '到期一号' });
  const second = lines.getByRole('listitem', { name: '到期二号' });
  await expect(first).toBeVisible();
  await second.getByRole('combobox').click();
  await page.getByTitle('7 天', { exact: true }).click();
  await expect(total(page)).toHaveText('¥59');
  const then = await first.locator('time').last().innerText();

  await agree(page);
  await order(page, WECHAT_PAY);
  await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
  await scanAndPay(page, '¥59');
  await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();
  const record = await newestRecord(page);
  await expect(record).toContainText('¥59');
  await expect(record.getByRole('listitem').filter({ hasText: '到期一号' })).toContainText(`→ ${then}`);
});

test('pasted phones are brought to one date, for the days that each of them lacks', SWEPT, async ({ page, demo }) => {
  const member = await demo.member();
  await rent(demo, member.account, [
    ['对齐一号', 20],
    ['对齐二号', 33],
  ]);
  await signIn(page, member.account);
  // None of those that end soon, but an id of nobody's.
  await page.goto('/app/renewManage?phoneIds=1');
  await page.getByRole('button', { name: '粘贴编号' }).click();
  const paste = page.getByRole('dialog', { name: '粘贴编号' });
  await paste.getByRole('textbox').fill('对齐一号\n对齐二号\nOWL-NOONE');
  await paste.getByRole('button', { name: '选中', exact: true }).click();
  await expect(page.getByText('1 个没有选中：OWL-NOONE')).toBeVisible();
  await page.getByText('对齐到同一天', { exact: true }).click();
  const line = (name: string) => page.getByRole('list', { name: '续费明细' }).getByRole('listitem', { name });
  // Twenty days after the first of them ends, in the zone of the server.
  const ends = new Date((await line('对齐一号').locator('time').first().getAttribute('datetime')) ?? '');
  const day = new Date(ends.getTime() + 20 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('都到这一天结束', { exact: true }).fill(day);
  await page.keyboard.press('Enter');
  await expect(line('对齐一号')).toContainText('21 天');
  await expect(line('对齐二号')).toContainText('8 天');
  // A day of a package of 30 days for ¥45.
  await expect(total(page)).toHaveText('¥43.5');
  const then = await line('对齐一号').locator('time').last().innerText();

  await agree(page);
  await order(page, WECHAT_PAY);
  await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
  await scanAndPay(page, '¥43.5');
  await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();
  const record = await newestRecord(page);
  await expect(record).toContainText('¥43.5');
  for (const name of ['对齐一号', '对齐二号']) {
    await expect(record.getByRole('listitem').filter({ hasText: name })).toContainText(`→ ${then}`);
  }
});

test('on a phone both wallets take the page over, and give it back with the order paid', async ({
  browser,
  baseURL,
  complaints,
  demo,
}) => {
  const member = await demo.member();
  const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
  await enter(page, 'zh-CN', member.account);
  for (const wallet of ['微信支付', '支付宝'] as const) {
    await choose(page, 1);
    await panel(page)
      .getByRole('radio', { name: new RegExp(wallet) })
      .check({ force: true });
    await agree(page);
    // The amount and the button never leave the screen.
    const button = page.getByRole('button', { name: '支付 ¥45' });
    await expect(button).toBeInViewport();
    await button.click();
    await pay(page)
      .getByRole('link', { name: `打开${wallet}` })
      .click();
    await asksFor(page, '¥45');
    await page.getByRole('button', { name: '付款', exact: true }).click();
    await expect(page).toHaveURL(/\/app\/orderRecords\?orderId=/);
    const record = details(page);
    await expect(record.getByText('支付成功')).toBeVisible();
    await expect(record).toContainText(`${wallet}（H5）`);
  }
  await page.context().close();
});

test(
  'a better phone takes the place of one for the difference of the days that are left',
  SWEPT,
  async ({ page, demo }) => {
    const member = await demo.member();
    await rent(demo, member.account, [['到期一号', 3]]);
    await signIn(page, member.account);
    await page.goto('/app/index');
    await page.getByRole('article', { name: '到期一号' }).hover();
    await page.getByRole('button', { name: '到期一号 的更多操作' }).click();
    await page.getByRole('menuitem', { name: '升级配置' }).click();
    await expect(page.getByText('原手机上的应用和数据会被清除')).toBeVisible();
    await page.getByRole('radio', { name: new RegExp(BETTER) }).check({ force: true });
    const shown = await total(page).innerText();
    expect(shown).toMatch(/^¥\d/);
    await agree(page);
    await order(page, WECHAT_PAY);
    await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
    await scanAndPay(page, shown);
    await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();
    const record = await newestRecord(page);
    await expect(record).toContainText(shown);
    await expect(record).toContainText('升级');
  },
);

test('a fresh purchase is given back whole, and its phone goes with it', SWEPT, async ({ page, demo }) => {
  const member = await demo.member();
  await signIn(page, member.account);
  await choose(page, 1);
  await agree(page);
  await order(page, WECHAT_PAY);
  await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
  await scanAndPay(page, '¥45');
  await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();

  const record = await newestRecord(page);
  await record.getByRole('button', { name: '申请退款' }).click();
  const form = page.getByRole('dialog', { name: '申请退款' });
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form.getByText('请填写原因，最多 200 个字')).toBeVisible();
  await form.getByLabel('退款金额（元）').fill('45.01');
  await form.getByLabel('原因').fill('买错了');
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form.getByText('退款金额须大于零且不超过可退金额')).toBeVisible();
  await form.getByLabel('退款金额（元）').fill('45');
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(record.getByText('已退款').first()).toBeVisible();
  await expect(record.getByText('已不在名下')).toBeVisible();
});

test('records are found by state and words, and saved as a file', async ({ page, demo }) => {
  const member = await demo.member();
  await signIn(page, member.account);
  await choose(page, 1);
  await agree(page);
  await takeBack(page, await order(page, WECHAT_PAY));
  await page.goto('/app/orderRecords?state=cancelled');
  const table = page.getByRole('table').first();
  await expect(table.getByText('已取消').first()).toBeVisible();
  await expect(table.getByText('支付成功')).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('订单记录.csv');
  await page.getByRole('textbox', { name: '订单号、流水号、云手机' }).fill('没有这样的订单');
  await expect(page.getByRole('heading', { name: '没有符合条件的订单' })).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect(table.getByText(KIND).first()).toBeVisible();
});
