// A shop from nothing, in the browser: an operator on an empty database prices and stocks it, a member registers and buys, and in a sweep is
// answered and gets money back.
import type { Page } from '@playwright/test';
import { codeInput, codeSent, field } from '../../entry';
import { expect, listen, newNumber, PASSWORD, signInByForm, test } from '../../fixtures';
import { withLive } from '../../live';
import { ALIPAY, agree, choose, KIND, makeConfiguration, newestRecord, order, payAtAlipay } from '../../orders';
import { SWEEP } from '../../sweep';
import { wordsIn } from '../../words';

const KEEPER = 'keeper';
const t = wordsIn('zh-CN');

/** The member asks for help, and the operator answers. */
async function askAndAnswer(member: Page, desk: Page, number: string): Promise<void> {
  const question = `画面卡顿 ${number}`;
  await member.getByRole('button', { name: t('feedback.title') }).click();
  const asking = member.getByRole('dialog', { name: t('feedback.title') });
  await asking.getByLabel(t('feedback.name'), { exact: true }).fill(question);
  await asking.getByLabel(t('feedback.content'), { exact: true }).fill('打开很慢');
  await asking.getByRole('button', { name: t('feedback.submit') }).click();
  await expect(asking).toHaveCount(0);
  await desk.goto('/app/operator/feedback');
  await desk.getByRole('button', { name: t('inbox.openName', { title: question }) }).click();
  const drawer = desk.getByRole('dialog');
  await drawer.getByLabel(t('inbox.answer'), { exact: true }).fill('已换主机');
  await drawer.getByRole('button', { name: t('inbox.send') }).click();
  await expect(drawer.getByText('已换主机')).toBeVisible();
  await member.goto('/app/notice');
  await expect(member.getByRole('listitem').filter({ hasText: question })).toBeVisible();
}

/** The member asks for money back, and the operator gives it. */
async function giveMoneyBack(member: Page, desk: Page): Promise<void> {
  const record = await newestRecord(member);
  await record.getByRole('button', { name: t('orders.refund'), exact: true }).click();
  const wish = member.getByRole('dialog', { name: t('orders.refundTitle') });
  await wish.getByLabel(t('orders.refundAmount')).fill('20');
  await wish.getByLabel(t('orders.refundReason')).fill('打开很慢');
  await wish.getByRole('button', { name: t('orders.refundDo'), exact: true }).click();
  await expect(wish).toHaveCount(0);
  await desk.goto('/app/operator/refunds');
  await desk.getByRole('row').filter({ hasText: KIND }).dblclick();
  const deciding = desk.getByRole('dialog');
  await expect(deciding.getByText('打开很慢')).toBeVisible();
  await deciding.getByLabel(t('desk.reason')).fill('抱歉');
  await deciding.getByRole('button', { name: t('desk.approve', { amount: '20' }) }).click();
  await expect(deciding.getByText(t('desk.events.agreedBy', { name: KEEPER }))).toBeVisible();
  await expect(async () => {
    const told = await newestRecord(member);
    await expect(told).toContainText('抱歉');
    await expect(told.getByText(t('orders.refundStates.done'), { exact: true }).first()).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await desk.goto('/app/operator/ledger');
  await expect(desk.getByText(t('desk.equal'), { exact: true })).toBeVisible();
}

test('a shop begins on an empty database and takes its first order', async ({ browser, demo, complaints }) => {
  await withLive(demo, async (shop) => {
    shop.command(['operator', 'add', KEEPER], `${PASSWORD}\n`);
    const open = async () => {
      const context = await browser.newContext({
        baseURL: shop.origin,
        locale: 'zh-CN',
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await listen(page, complaints);
      return page;
    };

    // The operator is led from step to step.
    const desk = await open();
    await signInByForm(desk, KEEPER);
    const step = async (key: 'prices' | 'phones') => {
      await desk.goto('/app/operator/overview');
      await expect(desk.getByRole('heading', { name: t('firstDay.title') })).toBeVisible();
      await desk.getByRole('button', { name: `${t(`firstDay.ways.${key}`)}: ${t(`firstDay.steps.${key}`)}` }).click();
    };
    await step('prices');
    await makeConfiguration(desk, t, KIND, 'First kind');
    await desk.getByLabel(t('prices.cell', { days: '30', count: '1' })).fill('45');
    await desk.getByRole('button', { name: t('prices.save'), exact: true }).click();
    await desk.getByRole('button', { name: t('prices.set'), exact: true }).click();
    const setting = desk.getByRole('dialog');
    await setting.getByText(t('prices.atOnce'), { exact: true }).click();
    await setting.getByRole('button', { name: t('prices.setNow') }).click();
    await expect(setting).toHaveCount(0);

    await step('phones');
    await desk
      .getByRole('button', { name: t('stockPhones.add'), exact: true })
      .first()
      .click();
    const adding = desk.getByRole('dialog', { name: t('stockPhones.addTitle') });
    const address = await shop.handset();
    const kind = adding.getByRole('radio', { name: KIND });
    await expect(async () => {
      await kind.click({ force: true });
      await expect(kind).toBeChecked({ timeout: 1000 });
    }).toPass();
    const verb = adding.getByRole('button', { name: t('stockPhones.addVerb', { count: '1' }) });
    // A busy machine may answer too late the first time: then it is asked again.
    await expect(async () => {
      await adding.getByRole('textbox', { name: t('stockPhones.addresses') }).fill(`${address} `);
      await adding.getByRole('textbox', { name: t('stockPhones.addresses') }).fill(address);
      await adding.getByRole('button', { name: t('stockPhones.ask') }).click({ timeout: 1000 });
      await expect(verb).toBeEnabled();
    }).toPass();
    await verb.click();
    await expect(adding).toHaveCount(0);

    // A member comes, by a code that the gateway was given.
    const member = await open();
    const number = newNumber();
    await member.goto('/app/register');
    await field(member, t('signIn.phone')).fill(number);
    const captcha = shop.captcha(member);
    const send = member.getByRole('button', { name: t('code.send'), exact: true });
    await send.click();
    const read = member.getByLabel(t('captcha.label'));
    await expect(read).toBeFocused();
    await expect.poll(captcha.count).toBeGreaterThan(0);
    await expect(member.getByRole('button', { name: t('captcha.next') })).toHaveAttribute('aria-busy', 'false');
    await read.fill(await captcha.answer());
    await send.click();
    await codeSent(member, t);
    await codeInput(member).fill(await shop.code(number, 'register'));
    await field(member, t('newPassword.label')).fill(PASSWORD);
    await field(member, t('newPassword.again')).fill(PASSWORD);
    await member.getByRole('checkbox').check();
    await member.getByRole('button', { name: t('register.submit') }).click();
    await expect(member.getByRole('heading', { level: 1, name: t('pages.phones') })).toBeVisible();

    await choose(member, 1);
    await agree(member);
    await order(member, ALIPAY);
    await payAtAlipay(member, '¥45');
    await member.goto('/app/index');
    await expect(member.locator('[data-phone]')).toHaveCount(1);

    if (SWEEP) {
      await askAndAnswer(member, desk, number);
      await giveMoneyBack(member, desk);
    }
    await desk.context().close();
    await member.context().close();
  });
});
