// Buying and renewing inside somebody else's page: it is told how each order ends, a wallet opens beside it, and nobody else frames anything.
import type { Frame, Page } from '@playwright/test';
import { framesNothing, heardBy } from '../../around';
import { admit, expect } from '../../fixtures';
import {
  ALIPAY,
  agree,
  CODE,
  KIND,
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
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');

interface Said {
  type: string;
  state: string;
  orderId: number;
  orderNo: string;
}

/** Our page in the other one, once it is there. */
async function framed(page: Page, heading: string): Promise<Frame> {
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const [inside] = page.mainFrame().childFrames();
  if (!inside) throw new Error('nothing is framed');
  return inside;
}

test('that an order was taken back, paid or left until its time was over is told to the page around', async ({
  page,
  demo,
}) => {
  const { account: member } = await demo.member();
  await admit(page, member);
  demo.embedder.inside = `${demo.origin}/app/payManageEmbedded`;
  await page.goto(demo.embedder.origin);
  const inside = await framed(page, t('buy.title'));
  await inside.getByRole('radio', { name: new RegExp(KIND) }).check({ force: true });
  await expect(total(inside)).toHaveText('¥45');
  const numbers: string[] = [];
  const ordered = async () => {
    // Each order is agreed to anew; what was read is not shown again.
    await (numbers.length === 0 ? agree(inside) : panel(inside).getByRole('checkbox').click());
    const dialog = await order(inside, WECHAT_PAY);
    await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
    numbers.push(await dialog.locator('.owl-mono').first().innerText());
    return dialog;
  };
  const dialog = await ordered();
  await takeBack(inside, dialog);
  await dialog.getByRole('button', { name: t('pay.again') }).click();
  await expect(dialog).toHaveCount(0);

  await ordered();
  await scanAndPay(page, '¥45');
  await expect(dialog.getByRole('img', { name: PAID })).toBeVisible();
  await dialog
    .getByRole('button', { name: t('common.close') })
    .first()
    .click();
  await expect(dialog).toHaveCount(0);

  await ordered();
  await demo.later(16 * 60);
  await expect(dialog.getByRole('img', { name: t('pay.states.timeout') })).toBeVisible();
  // The page around is told a moment after the picture is shown.
  await expect.poll(() => heardBy<Said>(page)).toHaveLength(3);
  const heard = await heardBy<Said>(page);
  expect(heard.map(({ from, said }) => [from, said.type, said.state, said.orderNo])).toEqual(
    ['cancel', 'success', 'timeout'].map((state, at) => [demo.origin, 'owldeck-order', state, numbers[at]]),
  );
});

test(
  'on a phone the wallet opens beside the page that is framed, which is told of the renewal',
  SWEPT,
  async ({ browser, baseURL, demo, complaints }) => {
    const { account: member } = await demo.member();
    await rent(demo, member, [['Soon', 3]]);
    const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
    await page.emulateMedia({ colorScheme: 'dark' });
    await admit(page, member);
    demo.embedder.inside = `${demo.origin}/app/renewManageEmbedded?theme=light`;
    await page.goto(demo.embedder.origin);
    const inside = await framed(page, t('renew.title'));
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(inside.getByRole('banner')).toHaveCount(0);
    const lines = inside.getByRole('list', { name: t('renew.lines') });
    await expect(lines.getByRole('listitem', { name: 'Soon' })).toBeVisible();
    await panel(inside).getByRole('radio', { name: ALIPAY }).check({ force: true });
    await agree(inside);
    await inside.getByRole('button', { name: t('orders.pay', { amount: '45' }) }).click();
    await expect(pay(inside)).toBeVisible();
    await payAtAlipay(page, '¥45', inside);
    await expect.poll(() => heardBy<Said>(page)).not.toEqual([]);
    const [heard, ...more] = await heardBy<Said>(page);
    expect([heard?.from, heard?.said.type, heard?.said.state]).toEqual([demo.origin, 'owldeck-order', 'success']);
    expect(more).toEqual([]);
    await page.context().close();
  },
);

test('an origin that is not named frames neither of them', SWEPT, async ({ page, demo, allowed }) => {
  allowed.push(/frame-ancestors/);
  await admit(page);
  for (const path of ['payManageEmbedded', 'renewManageEmbedded'])
    await framesNothing(page, `${demo.origin}/app/${path}`);
});
