// The end of a rental: the message with the way to a renewal, grace, the recycle bin with its clock, one phone that is given up and wiped
// with a record, one that a renewal brings back.
import { enter } from '../../account';
import { expect, PASSWORD, timed as test } from '../../fixtures';
import { ALIPAY, agree, panel, payAtAlipay, total } from '../../orders';
import { onPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const DAY_S = 24 * 60 * 60;

test('phones go through grace and bin, one is given up and wiped, one comes back, zh-CN', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member(['旧相册', 1], ['台账机', 1], ['在用', 60]);
  await demo.later(DAY_S + 60);
  await enter(page, 'zh-CN', account, PASSWORD, '/app/notice');
  const ended = page.getByRole('listitem').filter({ hasText: t('notices.kind.4') });
  await expect(ended).toHaveCount(1);
  await ended.getByRole('button').first().click();
  await page.getByRole('button', { name: t('notices.renew', { count: '2' }) }).click();
  const lines = page.getByRole('list', { name: t('renew.lines') }).getByRole('listitem');
  await expect(lines).toHaveCount(2);

  await page.goto('/app/recycleBin');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('旧相册')).toContainText(t('recycle.grace'));
  await expect(row('台账机')).toContainText('13');
  await expect(row('在用')).toHaveCount(0);
  await sound(page);

  await demo.later(7 * DAY_S);
  await page.goto('/app/notice');
  await expect(page.getByRole('listitem').filter({ hasText: '已移入回收站' })).toHaveCount(1);
  await page.goto('/app/recycleBin?phase=bin');
  await expect(row('旧相册')).toContainText(t('recycle.bin'));
  await row('台账机').getByRole('checkbox').check();
  const side = page.getByRole('region', { name: t('recycle.giveUpVerb', { count: '1' }) });
  const verb = side.getByRole('button', { name: t('recycle.giveUpVerb', { count: '1' }) });
  await expect(verb).toBeDisabled();
  await side.getByRole('textbox').fill('1');
  await sound(page);
  await verb.click();
  await expect(row('台账机')).toHaveCount(0);
  await page.goto('/app/recycleBin?phase=purged');
  await expect(async () => {
    await page.reload();
    await expect(row('台账机')).toContainText(t('recycle.wiped'), { timeout: 3_000 });
  }).toPass();
  await expect(row('台账机')).toContainText('WIPE-');
  await sound(page);

  await page.goto('/app/recycleBin');
  await row('旧相册')
    .getByRole('button', { name: t('recycle.renewName', { name: '旧相册' }) })
    .click();
  await agree(page);
  const shown = await total(page).innerText();
  await panel(page).getByRole('radio', { name: ALIPAY }).check({ force: true });
  await page.getByRole('button', { name: t('recycle.restoreVerb', { n: '1' }) }).click();
  const paid = await payAtAlipay(page, shown);
  await paid.close();
  await page.goto('/app/recycleBin');
  await expect(page.getByText(t('recycle.empty'))).toBeVisible();
  await sound(page);
});

test('on a phone the same list is rows with a clock, en-US', async ({ browser, demo, complaints }) => {
  const t = wordsIn('en-US');
  const { account } = await demo.member(['Ledger', 1]);
  await demo.later(DAY_S + 60);
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', account, PASSWORD, '/app/recycleBin');
  await expect(phone.getByText('Ledger').first()).toBeVisible();
  await expect(phone.getByText(t('recycle.grace')).first()).toBeVisible();
  await sound(phone);
  await phone.getByRole('button', { name: t('recycle.moreName', { name: 'Ledger' }) }).click();
  await phone.getByRole('menuitem', { name: t('recycle.giveUp') }).click();
  await sound(phone);
  await phone.context().close();
});
