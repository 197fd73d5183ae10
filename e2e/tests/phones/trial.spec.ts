// The phone for a day that a new member may have: from the empty list, once.
import { enter, enterElsewhere } from '../../account';
import { test as base, type Demo, expect, expectToast, withDemo } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');
// A demo of this file's own: elsewhere phones of deleted accounts come back into stock, and would be given.
const test = base.extend<object, { demo: Demo }>({
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
});

test('a new member takes the trial phone from the empty list, and there is no second one', async ({
  page,
  request,
  demo,
}) => {
  const { account } = await demo.member();
  await demo.seed({
    configurations: [{ name: 'Trial', androidVersion: '14', chip: 'RK3588', padType: 2, dpi: 320 }],
    stock: [{ configuration: 'Trial', adb: '127.0.0.4:9' }],
  });
  await enter(page, 'zh-CN', account);
  await expect(page.getByRole('heading', { name: t('list.empty') })).toBeVisible();
  await page.getByRole('button', { name: t('list.trial') }).click();
  await expectToast(page, t('list.trialTaken'));
  const phone = page.getByRole('article');
  await expect(phone).toHaveCount(1);
  await expect(phone.getByText(/^剩 (24 小时|23 小时|1 天)/)).toBeVisible();

  // Somebody who gives the number a second try, on another device, has had it.
  const { accessToken } = await enterElsewhere(request, account, 'PC');
  const answer = await request.post('/app-api/trade/phone/distribute-for-new-member', {
    headers: { authorization: `Bearer ${accessToken}`, terminal: 'PC' },
  });
  const { code, msg } = await answer.json();
  expect(code, msg).toBeGreaterThan(1_000_000);
  await page.reload();
  await expect(phone).toHaveCount(1);
});

test('who cannot have a trial phone is told why, and led on to buying', SWEPT, async ({ page, demo }) => {
  const { account } = await demo.member();
  await enter(page, 'zh-CN', account);
  const empty = page.locator('section').filter({ has: page.getByRole('heading', { name: t('list.empty') }) });
  await empty.getByRole('button', { name: t('list.trial') }).click();
  await expect(empty.getByRole('button', { name: t('list.trial') })).toHaveCount(0);
  await empty.getByRole('button', { name: t('list.buy') }).click();
  await expect(page).toHaveURL(/\/app\/payManage$/);
});
