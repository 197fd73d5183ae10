// Buying and renewing inside somebody else's page: it is told how each order ends, a wallet opens beside it, and nobody else frames anything.
import type { Frame, Page } from '@playwright/test';
import { makeMember } from '../account';
import { around, heardBy } from '../around';
import { admit, expect, FAILED_CALL, freePort } from '../fixtures';
import {
  ALIPAY,
  agree,
  CODE,
  KIND,
  order,
  PAID,
  PATIENCE,
  panel,
  pay,
  payAtAlipay,
  rent,
  scanAndPay,
  takeBack,
  test,
  total,
  WECHAT_PAY,
} from '../orders';
import { onPhone } from '../shell';
import { SWEPT } from '../sweep';

interface Said {
  type: string;
  state: string;
  orderId: number;
  orderNo: string;
}

/** Our page in the other one, once it is there. */
async function framed(page: Page, heading: string): Promise<Frame> {
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name: heading })).toBeVisible(PATIENCE);
  const [inside] = page.mainFrame().childFrames();
  if (!inside) throw new Error('nothing is framed');
  return inside;
}

test('that an order was taken back, paid or left until its time was over is told to the page around', async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  const member = '13700000531';
  makeMember(demo, member);
  await admit(page, member);
  await around(demo.embedder, `${demo.origin}/app/payManageEmbedded`, async () => {
    await page.goto(demo.embedder);
    const inside = await framed(page, '购买云手机');
    await inside.getByRole('radio', { name: new RegExp(KIND) }).check({ ...PATIENCE, force: true });
    await expect(total(inside)).toHaveText('¥45');
    await agree(inside);
    const numbers: string[] = [];
    const ordered = async () => {
      const dialog = await order(inside, WECHAT_PAY);
      await expect(dialog.getByRole('img', { name: CODE })).toBeVisible(PATIENCE);
      numbers.push(await dialog.locator('.owl-mono').first().innerText());
      return dialog;
    };
    const dialog = await ordered();
    await takeBack(inside, dialog);
    await dialog.getByRole('button', { name: '返回' }).click();
    await expect(dialog).toHaveCount(0);

    await ordered();
    await scanAndPay(page, '¥45');
    await expect(dialog.getByRole('img', { name: PAID })).toBeVisible(PATIENCE);
    await dialog.getByRole('button', { name: '关闭' }).first().click();
    await expect(dialog).toHaveCount(0);

    await ordered();
    await demo.later(16 * 60);
    await expect(dialog.getByRole('img', { name: '付款超时' })).toBeVisible({ timeout: 60_000 });
    const heard = await heardBy<Said>(page);
    expect(heard.map(({ from, said }) => [from, said.type, said.state, said.orderNo])).toEqual(
      ['cancel', 'success', 'timeout'].map((state, at) => [demo.origin, 'owldeck-order', state, numbers[at]]),
    );
  });
});

test('on a phone the wallet opens beside the page that is framed, which is told of the renewal', SWEPT, async ({
  browser,
  baseURL,
  demo,
  complaints,
}) => {
  test.setTimeout(180_000);
  const member = '13700000532';
  makeMember(demo, member);
  rent(demo, member, [['Soon', 3]]);
  const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
  await page.emulateMedia({ colorScheme: 'dark' });
  await admit(page, member);
  await around(demo.embedder, `${demo.origin}/app/renewManageEmbedded?theme=light`, async () => {
    await page.goto(demo.embedder);
    const inside = await framed(page, '续费云手机');
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(inside.getByRole('banner')).toHaveCount(0);
    const lines = inside.getByRole('list', { name: '续费明细' });
    await expect(lines.getByRole('listitem', { name: 'Soon' })).toBeVisible(PATIENCE);
    await panel(inside).getByRole('radio', { name: ALIPAY }).check({ force: true });
    await agree(inside);
    await inside.getByRole('button', { name: '支付 ¥45' }).click();
    await expect(pay(inside)).toBeVisible(PATIENCE);
    await payAtAlipay(page, '¥45', inside);
    const [heard, ...more] = await heardBy<Said>(page);
    expect([heard?.from, heard?.said.type, heard?.said.state]).toEqual([demo.origin, 'owldeck-order', 'success']);
    expect(more).toEqual([]);
  });
  await page.context().close();
});

test('an origin that is not named frames neither of them', async ({ page, demo, allowed }) => {
  allowed.push(FAILED_CALL, /frame-ancestors/);
  await admit(page);
  for (const path of ['payManageEmbedded', 'renewManageEmbedded']) {
    const stranger = `http://127.0.0.1:${await freePort()}`;
    await around(stranger, `${demo.origin}/app/${path}`, async () => {
      await page.goto(stranger);
      // The browser's own page stands in its place.
      await expect.poll(() => page.mainFrame().childFrames()[0]?.url() ?? '').toMatch(/^chrome-error:/);
    });
  }
});
