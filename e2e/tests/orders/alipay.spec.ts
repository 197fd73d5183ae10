// Every kind of order by the first wallet, in both languages, with what stands around it: grace, pasted ids, paying from the records, money back.
import type { Locator, Page } from '@playwright/test';
import { enter, spoken } from '../../account';
import { expect, PASSWORD } from '../../fixtures';
import {
  ALIPAY,
  agree,
  BETTER,
  choose,
  details,
  newestRecord,
  order,
  pay,
  payAtAlipay,
  rent,
  test,
  total,
} from '../../orders';
import { SWEPT } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Orders what is chosen and pays it: the amount is the same on the page, in the dialog, at the wallet, and in the record, which is left open. */
async function bought(page: Page, t: Translate, shown: string): Promise<Locator> {
  await expect(total(page)).toHaveText(shown);
  await agree(page);
  await order(page, ALIPAY);
  await payAtAlipay(page, shown);
  const record = await newestRecord(page);
  const paid = record.locator('dl > div').filter({ hasText: new RegExp(`^${t('orders.paidFen')}¥`) });
  await expect(paid).toContainText(shown);
  return record;
}

/** When the rental of a line ends now, and when it will. */
const endsOf = (line: Locator): Promise<number[]> =>
  line.locator('time').evaluateAll((all) => all.map((each) => Date.parse((each as HTMLTimeElement).dateTime)));

/** When the rental of a phone ends by a record, to the minute; the browser is in China. */
async function endIn(record: Locator, name: string): Promise<number> {
  const text = await record.getByRole('listitem').filter({ hasText: name }).innerText();
  const [, day, minute] = /→ (\S+) (\S+)/.exec(text) ?? [];
  return Date.parse(`${day}T${minute}+08:00`);
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test.describe(language, () => {
    test.use({ locale: language });

    test(
      'a purchase that was put off is paid from the records at the first wallet, which leads back to it',
      SWEPT,
      async ({ page, demo }) => {
        const { account: member } = await demo.member();
        await enter(page, language, member, PASSWORD, '/app/orderRecords');
        await choose(page, 2);
        await expect(total(page)).toHaveText('¥90');
        await agree(page);
        const dialog = await order(page, ALIPAY);
        const number = await dialog.locator('.owl-mono').first().innerText();
        await dialog.getByRole('button', { name: t('common.close'), exact: true }).click();
        await expect(dialog).toHaveCount(0);

        const record = await newestRecord(page);
        await expect(record).toContainText(number);
        await expect(record).not.toContainText(t('orders.payTime'));
        await record.getByRole('button', { name: t('orders.payNow'), exact: true }).click();
        await expect(pay(page).getByText('¥90', { exact: true })).toBeVisible();
        const wallet = await payAtAlipay(page, '¥90');
        await expect(wallet).toHaveURL(/\/app\/orderRecords\?orderId=/);
        for (const each of [details(wallet), record]) {
          await expect(each).toContainText(t('orders.payTime'));
          await expect(each).toContainText(number);
          await expect(each).toContainText('¥90');
          await expect(each).toContainText(t('orders.method', { wallet: t('pay.alipay'), way: t('orders.ways.pc') }));
        }
        await wallet.close();
        await pay(page)
          .getByRole('button', { name: t('pay.toPhones'), exact: true })
          .click();
        await expect(page.getByRole('article')).toHaveCount(2);
      },
    );

    test(
      'more time in grace, one date for pasted phones, money back and a better phone, all by the first wallet',
      SWEPT,
      async ({ page, demo }) => {
        const { account: member } = await demo.member();
        await rent(demo, member, [
          ['Over', -1],
          ['Later', 40],
          ['Soon', 3],
        ]);
        const phones = page.getByRole('region', { name: t('renew.phones'), exact: true });
        const names = phones.locator('li b');
        const line = (name: string) =>
          page.getByRole('list', { name: t('renew.lines') }).getByRole('listitem', { name });

        // A phone whose rent ended a day ago is renewed from the moment of payment.
        await enter(page, language, member, PASSWORD, '/app/renewManage');
        await expect(names).toHaveText(['Over', 'Soon', 'Later']);
        await page.getByRole('button', { name: t('renew.remove', { name: 'Soon' }), exact: true }).click();
        const [was = 0, then = 0] = await endsOf(line('Over'));
        expect(then - was).toBeGreaterThan(31 * DAY_MS - MINUTE_MS);
        expect(then - was).toBeLessThan(31 * DAY_MS + HOUR_MS);
        const renewed = await bought(page, t, '¥45');
        await expect(renewed).toContainText(t('orders.types.renewal'));
        expect(Math.abs((await endIn(renewed, 'Over')) - then)).toBeLessThan(HOUR_MS);

        // The renewed phone now ends later than the phone that was about to end.
        await page.goto('/app/renewManage?phoneIds=1');
        await expect(names).toHaveText(['Soon', 'Over', 'Later']);
        const [soon, , later] = await phones.locator('li .owl-mono').allInnerTexts();
        await page.getByRole('button', { name: t('renew.paste'), exact: true }).click();
        const paste = page.getByRole('dialog', { name: t('renew.paste') });
        await paste.getByRole('textbox').fill(`${later}\n${soon}`);
        await paste.getByRole('button', { name: t('renew.pasteDo'), exact: true }).click();
        await expect(line('Later')).toBeVisible();
        await expect(line('Over')).toHaveCount(0);
        const [ends = 0] = await endsOf(line('Later'));
        await page.getByText(t('renew.modes.align'), { exact: true }).click();
        // Nine days after the last of them ends, in the zone of the server.
        const day = new Date(ends + 9 * DAY_MS + 8 * HOUR_MS).toISOString().slice(0, 10);
        await page.getByLabel(t('renew.day'), { exact: true }).fill(day);
        await page.keyboard.press('Enter');
        await expect(line('Later')).toContainText(t('buy.days', { count: '10' }));
        await expect(line('Soon')).toContainText(t('buy.days', { count: '47' }));
        const aligned = await line('Soon').locator('time').last().innerText();
        const record = await bought(page, t, '¥85.5');
        for (const name of ['Soon', 'Later']) {
          await expect(record.getByRole('listitem').filter({ hasText: name })).toContainText(`→ ${aligned}`);
        }

        // None of these days has begun.
        await record.getByRole('button', { name: t('orders.refund'), exact: true }).click();
        const form = page.getByRole('dialog', { name: t('orders.refundTitle') });
        await expect(form.getByLabel(t('orders.refundAmount'))).toHaveValue('85.5');
        await form.getByLabel(t('orders.refundReason')).fill(language);
        await form.getByRole('button', { name: t('orders.refundDo'), exact: true }).click();
        await expect(record.getByText(t('orders.refundStates.done'), { exact: true }).first()).toBeVisible();
        await page.goto('/sandbox/payments');
        await expect(page.getByRole('listitem').first()).toContainText(/已全额退款|Refunded in full/);
        await expect(page.getByRole('listitem').first()).toContainText('¥85.50');

        await page.goto('/app/renewManage?phoneIds=1');
        await expect(names).toHaveText(['Soon', 'Over', 'Later']);
        await page.getByText(t('renew.modes.upgrade'), { exact: true }).click();
        await phones.getByRole('checkbox', { name: /Later/ }).check();
        const better = page.getByRole('radio', { name: new RegExp(BETTER) });
        await expect(better).toBeEnabled();
        await better.check({ force: true });
        await expect(page.getByText(t('renew.upgradeLoses'))).toBeVisible();
        // ¥45 a month more for the forty days that are left.
        const upgraded = await bought(page, t, '¥60');
        await expect(upgraded).toContainText(t('orders.types.upgrade'));
      },
    );
  });
}
