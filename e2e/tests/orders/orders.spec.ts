// Buying, renewing, upgrading and giving back in the browser, with both wallets' stand-ins: what is shown is what is charged.
import type { Locator, Page } from '@playwright/test';
import { enter } from '../../account';
import { type Demo, expect, expectToast, PASSWORD, signIn } from '../../fixtures';
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
import { go, onPhone } from '../../shell';
import { daily, SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');

/** A new member orders one phone with this wallet; the dialog to pay in. */
async function orderOne(page: Page, demo: Demo, wallet: RegExp): Promise<Locator> {
  const { account } = await demo.member();
  await signIn(page, account);
  await choose(page, 1);
  await agree(page);
  return order(page, wallet);
}

/** Orders what is chosen and pays it by the second wallet's code; the record, which has the amount that was shown, is left open. */
async function payByCode(page: Page, shown: string): Promise<Locator> {
  await agree(page);
  await order(page, WECHAT_PAY);
  await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
  await scanAndPay(page, shown);
  await expect(pay(page).getByRole('img', { name: PAID })).toBeVisible();
  const record = await newestRecord(page);
  await expect(record).toContainText(shown);
  return record;
}

test('phones are bought on the first wallet’s own page, at the price that was shown @pg-sweep', async ({
  page,
  complaints,
  demo,
}) => {
  const member = await demo.member();
  await enter(page, 'zh-CN', member.account, PASSWORD, '/app/payManage');
  await choose(page, 12);
  await expect(total(page)).toHaveText('¥504');
  await expect(panel(page).getByText(t('buy.tierPrice', { range: '10+', price: '42' }))).toBeVisible();

  await panel(page)
    .getByRole('button', { name: new RegExp(`^${t('orders.pay', { amount: '' })}`) })
    .click();
  await expect(panel(page).getByRole('alert')).toHaveText(t('agreement.missing'));
  await agree(page);
  const dialog = await order(page, ALIPAY);
  await payAtAlipay(page, '¥504');

  await dialog.getByRole('button', { name: t('pay.toPhones') }).click();
  await expect(page).toHaveURL(/\/app\/index/);
  const record = await newestRecord(page);
  await expect(record).toContainText(t('orders.states.paid'));
  await expect(record).toContainText('¥504');
  await expect(record).toContainText(t('orders.method', { wallet: t('pay.alipay'), way: t('orders.ways.pc') }));
  await expect(record.getByRole('heading', { name: t('orders.phones', { count: '12' }) })).toBeVisible();
  expect(complaints).toEqual([]);
});

test(
  'a code of the second wallet is scanned; another wallet and a second click charge nothing twice',
  SWEPT,
  async ({ page, demo }) => {
    const dialog = await orderOne(page, demo, ALIPAY);
    const number = await dialog.locator('.owl-mono').first().innerText();
    await dialog.getByRole('button', { name: t('pay.other', { wallet: t('pay.wechat') }) }).click();
    await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
    await dialog.getByRole('button', { name: t('pay.done') }).click();
    await expectToast(page, t('pay.notYet'));
    await scanAndPay(page, '¥45');
    await expect(dialog.getByRole('img', { name: PAID })).toBeVisible();
    const record = await newestRecord(page);
    await expect(record).toContainText(number);
    await expect(record).toContainText('¥45');
    await expect(record).toContainText(t('orders.method', { wallet: t('pay.wechat'), way: t('orders.ways.pc') }));
  },
);

test(
  'an order is taken back, another one runs out of time, and both say so in a picture',
  SWEPT,
  async ({ page, demo }) => {
    const dialog = await orderOne(page, demo, WECHAT_PAY);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // The unpaid order is kept beside the form of the next order, whose agreement is ticked anew.
    await expect(panel(page).getByRole('checkbox')).not.toBeChecked();
    await page
      .getByRole('group', { name: t('orders.unpaid'), exact: true })
      .getByRole('button', { name: t('pay.keep') })
      .click();
    await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
    await takeBack(page, dialog);
    await dialog.getByRole('button', { name: t('pay.again') }).click();
    await expect(dialog).toHaveCount(0);

    await panel(page).getByRole('checkbox').click();
    await order(page, WECHAT_PAY);
    await expect(pay(page).getByRole('img', { name: CODE })).toBeVisible();
    await demo.later(16 * 60);
    await expect(pay(page).getByRole('img', { name: t('pay.states.timeout') })).toBeVisible();
  },
);

test('phones that end soon are renewed with packages of their own, and end when it said', async ({ page, demo }) => {
  const member = await demo.member();
  await rent(demo, member.account, [
    ['到期一号', 3],
    ['到期二号', 4],
  ]);
  await enter(page, 'zh-CN', member.account, PASSWORD, '/app/renewManage');
  const lines = page.getByRole('list', { name: t('renew.lines') });
  const first = lines.getByRole('listitem', { name: '到期一号' });
  const second = lines.getByRole('listitem', { name: '到期二号' });
  await expect(first).toBeVisible();
  await second.getByRole('combobox').click();
  await page.getByTitle(t('buy.days', { count: '7' }), { exact: true }).click();
  await expect(total(page)).toHaveText('¥59');
  const then = await first.locator('time').last().innerText();

  const record = await payByCode(page, '¥59');
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
  await page.getByRole('button', { name: t('renew.paste') }).click();
  const paste = page.getByRole('dialog', { name: t('renew.paste') });
  await paste.getByRole('textbox').fill('对齐一号\n对齐二号\nOWL-NOONE');
  await paste.getByRole('button', { name: t('renew.pasteDo'), exact: true }).click();
  await expect(page.getByText(t('renew.pastedNot', { n: '1', names: 'OWL-NOONE' }))).toBeVisible();
  await page.getByText(t('renew.modes.align'), { exact: true }).click();
  const line = (name: string) => page.getByRole('list', { name: t('renew.lines') }).getByRole('listitem', { name });
  // Twenty days after the first of them ends, in the zone of the server.
  const ends = new Date((await line('对齐一号').locator('time').first().getAttribute('datetime')) ?? '');
  const day = new Date(ends.getTime() + 20 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel(t('renew.day'), { exact: true }).fill(day);
  await page.keyboard.press('Enter');
  await expect(line('对齐一号')).toContainText(t('buy.days', { count: '21' }));
  await expect(line('对齐二号')).toContainText(t('buy.days', { count: '8' }));
  // A day of a package of 30 days for ¥45.
  await expect(total(page)).toHaveText('¥43.5');
  const then = await line('对齐一号').locator('time').last().innerText();

  const record = await payByCode(page, '¥43.5');
  for (const name of ['对齐一号', '对齐二号']) {
    await expect(record.getByRole('listitem').filter({ hasText: name })).toContainText(`→ ${then}`);
  }
});

// Every day the first wallet alone: its way back is signed in the address, the other one's is a plain address.
const takingOver = daily([t('pay.alipay')], [t('pay.wechat'), t('pay.alipay')]);

test('on a phone a wallet takes the page over, and gives it back with the order paid', async ({
  browser,
  baseURL,
  complaints,
  demo,
}) => {
  const member = await demo.member();
  const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
  await enter(page, 'zh-CN', member.account, PASSWORD, '/app/payManage');
  for (const wallet of takingOver) {
    await choose(page, 1);
    await panel(page)
      .getByRole('radio', { name: new RegExp(wallet) })
      .check({ force: true });
    await agree(page);
    // The amount and the button never leave the screen.
    const button = page.getByRole('button', { name: t('orders.pay', { amount: '45' }) });
    await expect(button).toBeInViewport();
    await button.click();
    await pay(page)
      .getByRole('link', { name: t('pay.open', { wallet }) })
      .click();
    await asksFor(page, '¥45');
    await page.getByRole('button', { name: '付款', exact: true }).click();
    await expect(page).toHaveURL(/\/app\/orderRecords\?orderId=/);
    const record = details(page);
    await expect(record.getByText(t('orders.states.paid'))).toBeVisible();
    await expect(record).toContainText(t('orders.method', { wallet, way: t('orders.ways.h5') }));
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
    await page.getByRole('button', { name: t('actions.menu', { name: '到期一号' }) }).click();
    await page.getByRole('menuitem', { name: t('list.upgrade') }).click();
    await expect(page.getByText(t('renew.upgradeLoses'))).toBeVisible();
    // The better kind's price is that of the phone's rest: until the phone has come it cannot be chosen.
    const better = page.getByRole('radio', { name: new RegExp(BETTER) });
    await expect(better).toBeEnabled();
    await better.check({ force: true });
    const shown = await total(page).innerText();
    expect(shown).toMatch(/^¥\d/);
    const record = await payByCode(page, shown);
    await expect(record).toContainText(t('orders.types.upgrade'));
  },
);

test('a fresh purchase is given back whole, and its phone goes with it', SWEPT, async ({ page, demo }) => {
  const member = await demo.member();
  await signIn(page, member.account);
  await choose(page, 1);
  const record = await payByCode(page, '¥45');

  await record.getByRole('button', { name: t('orders.refund') }).click();
  const form = page.getByRole('dialog', { name: t('orders.refundTitle') });
  await form.getByRole('button', { name: t('orders.refundDo') }).click();
  await expect(form.getByText('请填写原因，最多 200 个字')).toBeVisible();
  await form.getByLabel(t('orders.refundAmount')).fill('45.01');
  await form.getByLabel(t('orders.refundReason')).fill('买错了');
  await form.getByRole('button', { name: t('orders.refundDo') }).click();
  await expect(form.getByText('退款金额须大于零且不超过可退金额')).toBeVisible();
  await form.getByLabel(t('orders.refundAmount')).fill('45');
  await form.getByRole('button', { name: t('orders.refundDo') }).click();
  await expect(record.getByText(t('orders.refundStates.done')).first()).toBeVisible();
  await expect(record.getByText(t('orders.gone'))).toBeVisible();
});

test('records are found by state and words, and saved as a file', SWEPT, async ({ page, demo }) => {
  await takeBack(page, await orderOne(page, demo, WECHAT_PAY));
  await go(page, '/orderRecords?state=cancelled');
  const table = page.getByRole('table').first();
  await expect(table.getByText(t('orders.states.cancelled')).first()).toBeVisible();
  await expect(table.getByText(t('orders.states.paid'))).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('csv.save') }).click();
  expect((await saving).suggestedFilename()).toBe(`${t('orders.file')}.csv`);
  await page.getByRole('textbox', { name: t('orders.search') }).fill('没有这样的订单');
  await expect(page.getByRole('heading', { name: t('orders.noMatch') })).toBeVisible();
  await page.getByRole('button', { name: t('orders.clear') }).click();
  await expect(table.getByText(KIND).first()).toBeVisible();
});
