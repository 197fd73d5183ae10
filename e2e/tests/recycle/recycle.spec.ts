// The end of a rental: the message with the way to a renewal, grace, the recycle bin with its clock, one phone that is given up and wiped
// with a record, one that a renewal brings back.
import type { APIRequestContext, Page } from '@playwright/test';
import { enter, enterElsewhere } from '../../account';
import { expect, PASSWORD, timed as test } from '../../fixtures';
import { ALIPAY, agree, pay, panel, payAtAlipay, total } from '../../orders';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const DAY_S = 24 * 60 * 60;
const t = wordsIn('zh-CN');

/** On a phone the list is rows, each with its clock and a menu that asks before it gives the phone up. */
async function looksSoundOnAPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText(t('recycle.grace'));
  await sound(page);
  await page.getByRole('button', { name: t('recycle.moreName', { name }) }).click();
  await page.getByRole('menuitem', { name: t('recycle.giveUp') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await sound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Waits until the wipe of this phone alone is on record. A list that is shown does not ask for it by itself. */
async function wiped(request: APIRequestContext, account: string, name: string): Promise<void> {
  const { accessToken } = await enterElsewhere(request, account, 'PC');
  const headers = { authorization: `Bearer ${accessToken}`, terminal: 'PC' };
  const proved = async () => {
    const answer = await request.get('/app-api/trade/recycle/purged-page?pageNo=1&pageSize=10', { headers });
    const { data } = (await answer.json()) as { data: { list: { phoneAlias: string; wipeNo: string | null }[] } };
    return data.list.filter(({ wipeNo }) => wipeNo !== null).map(({ phoneAlias }) => phoneAlias);
  };
  await expect.poll(proved).toEqual([name]);
}

test('phones go through grace and bin, on a desk and on a phone; one is given up and wiped, one comes back, zh-CN', async ({
  page,
  demo,
  request,
}) => {
  const { account } = await demo.member(['旧相册', 1], ['台账机', 1], ['在用', 60]);
  await demo.later(DAY_S + 60);
  await enter(page, 'zh-CN', account, PASSWORD, '/app/notice');
  const ended = page.getByRole('listitem').filter({ hasText: t('notices.kind.4') });
  await expect(ended).toHaveCount(1);
  await ended.getByRole('button').first().click();
  await page.getByRole('button', { name: t('notices.renew', { count: '2' }) }).click();
  const lines = page.getByRole('list', { name: t('renew.lines') }).getByRole('listitem');
  await expect(lines).toHaveCount(2);

  await go(page, '/recycleBin');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('旧相册')).toContainText(t('recycle.grace'));
  await expect(row('台账机')).toContainText('13');
  await expect(row('在用')).toHaveCount(0);
  await sound(page);
  await looksSoundOnAPhone(page, '台账机');

  await demo.later(7 * DAY_S);
  await go(page, '/notice');
  await expect(page.getByRole('listitem').filter({ hasText: '已移入回收站' })).toHaveCount(1);
  await go(page, '/recycleBin?phase=bin');
  await expect(row('旧相册')).toContainText(t('recycle.bin'));
  await row('台账机').getByRole('checkbox').check();
  const side = page.getByRole('region', { name: t('recycle.giveUpVerb', { count: '1' }) });
  const verb = side.getByRole('button', { name: t('recycle.giveUpVerb', { count: '1' }) });
  await expect(verb).toBeDisabled();
  await side.getByRole('textbox').fill('1');
  await sound(page);
  await verb.click();
  await expect(row('台账机')).toHaveCount(0);
  await wiped(request, account, '台账机');
  await go(page, '/recycleBin?phase=purged');
  await expect(row('台账机')).toContainText(t('recycle.wiped'));
  await expect(row('台账机')).toContainText('WIPE-');
  await sound(page);

  await go(page, '/recycleBin');
  await row('旧相册')
    .getByRole('button', { name: t('recycle.renewName', { name: '旧相册' }) })
    .click();
  await agree(page);
  const shown = await total(page).innerText();
  await panel(page).getByRole('radio', { name: ALIPAY }).check({ force: true });
  await page.getByRole('button', { name: t('recycle.restoreVerb', { n: '1' }) }).click();
  await payAtAlipay(page, shown);
  await page.keyboard.press('Escape');
  await expect(pay(page)).toHaveCount(0);
  await expect(page.getByText(t('recycle.empty'))).toBeVisible();
  await sound(page);
});
