// Orders and money: an operator finds a member's order, decides its refund by the evidence, and the member reads why; the ledger adds up.
import { enter, enterElsewhere } from '../../account';
import { expect, PASSWORD } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { ALIPAY, agree, choose, newestRecord, order, payAtAlipay, test } from '../../orders';
import { dresses, enterIn, go, once } from '../../shell';
import { wordsIn } from '../../words';

const PERMISSIONS = ['order:list', 'order:export', 'order:refund', 'order:ledger'];

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  const title = `an operator decides a refund, and its member reads why, ${dress.where}`;
  test(title, once(dress, 'desk'), async ({ page, another, demo, request }) => {
    const member = await demo.member();
    const userName = `cashier${member.account.slice(-6)}`;
    await demo.seed({ operators: [{ userName, password: PASSWORD, permissions: PERMISSIONS }] });
    const members = await another();
    await enter(members, dress.language, member.account, PASSWORD, '/app/payManage');
    await choose(members, 1);
    await agree(members);
    await order(members, ALIPAY);
    await payAtAlipay(members, '¥45');
    const { accessToken } = await enterElsewhere(request, member.account, 'APP');
    const headers = { authorization: `Bearer ${accessToken}` };
    const records = await request.get('/app-api/trade/order/web-page', { headers });
    const [bought] = (await records.json()).data.list as { orderId: number; orderNo: string }[];
    if (!bought) throw new Error('nothing was bought');
    const asked = await request.post('/app-api/trade/order/refund', {
      headers,
      data: { orderId: bought.orderId, reason: '总是重启', amountFen: 2000 },
    });
    expect((await asked.json()).code).toBe(0);

    await enterIn(page, dress, userName, `/app/operator/orders?q=${member.account}`);
    const row = page.getByRole(dress.wide ? 'row' : 'listitem').filter({ hasText: bought.orderNo });
    await expect(row).toContainText('¥45');
    await soundInBoth(page, dress);
    await page
      .getByRole('navigation', { name: t('desk.title') })
      .getByRole('link', { name: t('desk.tabs.refunds') })
      .click();
    await expect(page).toHaveURL(/\/app\/operator\/refunds$/);
    await go(page, `/operator/refunds?q=${bought.orderNo}&refund=${bought.orderNo}R1`);
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('总是重启')).toBeVisible();
    await expect(drawer.getByText(t('desk.evidence'))).toBeVisible();
    await soundInBoth(page, dress);
    const reason = dress.language === 'zh-CN' ? '主机繁忙，抱歉' : 'The host was busy, sorry';
    await drawer.getByLabel(t('desk.reason')).fill(reason);
    await drawer.getByRole('button', { name: t('desk.approve', { amount: '20' }) }).click();
    await expect(drawer.getByText(t('desk.events.agreedBy', { name: userName }))).toBeVisible();
    await expect(drawer.getByRole('button', { name: t('desk.refuse') })).toHaveCount(0);

    await go(page, '/operator/ledger');
    await expect(page.getByText(t('desk.equal'), { exact: true })).toBeVisible();
    await soundInBoth(page, dress);
    // The bill of today is made tomorrow.
    await page.getByRole('link', { name: t('desk.tabs.bills') }).click();
    await expect(page.getByText(t('desk.bills.none'))).toBeVisible();
    await expect(page.getByText(t('desk.bills.noDifferences'))).toBeVisible();
    await soundInBoth(page, dress);
    const record = await newestRecord(members);
    await expect(record).toContainText(reason);
  });
}
