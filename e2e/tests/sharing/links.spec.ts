// A link of an owner: made from the phone's menu, opened by somebody without an account, counted, changed, ended; a passcode on a phone.

import { enter } from '../../account';
import { serious } from '../../axe';
import { expect, listen, type Member, PASSWORD, test } from '../../fixtures';
import { dialog } from '../../operations';
import { onPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const NAME = '主力-01';

test('an owner shares a phone by link, and ends it while somebody watches, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const owner: Member = await demo.member(NAME);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await page.getByRole('button', { name: t('actions.menu', { name: NAME }) }).click();
  await page.getByRole('menuitem', { name: t('list.shareLink') }).click();
  await expect(dialog(page).getByText(t('links.text'))).toBeVisible();
  await sound(page);
  await dialog(page)
    .getByRole('button', { name: t('links.create') })
    .click();
  const address = dialog(page).getByRole('textbox', { name: t('links.address') });
  await expect(address).toHaveValue(/\/app\/sharePhoneVideo\/[\w-]{43}$/);
  await expect(dialog(page).getByRole('img', { name: t('links.qr') })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('made.png') });
  await sound(page);
  const link = await address.inputValue();

  // A visitor opens the link: nobody in particular.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const guest = await context.newPage();
  await listen(guest, complaints);
  await guest.goto(link);
  await expect(guest.getByText(t('play.live'), { exact: true })).toBeVisible();
  await expect(guest.getByText(t('play.viewOnly'))).toBeVisible();
  await expect(guest.getByText(NAME)).toHaveCount(0);
  await expect(guest).toHaveTitle(new RegExp(t('links.live')));
  await expect(guest.getByRole('button', { name: t('play.home'), exact: true })).toHaveCount(0);
  expect(await serious(guest)).toEqual([]);
  await guest.screenshot({ path: test.info().outputPath('live.png') });

  // The owner sees that somebody watches, and ends the link.
  await page.goto('/app/empowerPhoneList?tab=links');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('1 / 20');
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await sound(page);
  await row.getByRole('button', { name: t('links.end'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('links.end'), exact: true })
    .click();
  await expect(guest.getByRole('alert')).toContainText(t('links.gone'));
  await expect(row).toContainText(t('links.endedAt').trim());
  const words = await guest.getByRole('alert').innerText();
  await guest.goto(`${link.slice(0, -43)}${'A'.repeat(43)}`);
  await expect(guest.getByRole('alert')).toHaveText(words.split('\n').filter(Boolean).join(''));
  await context.close();
});

test('on a phone a passcode opens it, and a wrong one does not, en-US', async ({
  browser,
  demo,
  complaints,
  request,
}) => {
  const t = wordsIn('en-US');
  const owner = await demo.member('Main 01');
  const signedIn = await request.post('/app-api/member/auth/sms-login', {
    headers: { terminal: 'PC' },
    data: { phone: owner.account, password: PASSWORD, agreed: true },
  });
  const { data } = await signedIn.json();
  const made = await request.post('/app-api/trade/phone-link/create', {
    headers: { authorization: `Bearer ${data.accessToken}` },
    data: { phoneId: owner.phoneId('Main 01'), hours: 1, viewersMax: 3, passcode: true },
  });
  const { path, passcode } = (await made.json()).data;
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await phone.addInitScript(() => localStorage.setItem('locale', 'en-US'));
  await phone.goto(path);
  const field = phone.getByRole('textbox', { name: t('links.passcode') });
  await field.fill('aaaaaa');
  await phone.getByRole('button', { name: t('links.enter') }).click();
  await expect(phone.getByRole('alert')).toHaveText(t('links.wrong', { count: '4' }));
  await phone.screenshot({ path: test.info().outputPath('passcode.png') });
  await sound(phone);
  await field.fill(passcode.toLowerCase());
  await phone.getByRole('button', { name: t('links.enter') }).click();
  await expect(phone.getByText(t('play.live'), { exact: true })).toBeVisible();
  await expect(phone.getByText('Main 01')).toHaveCount(0);
  await phone.screenshot({ path: test.info().outputPath('live.png') });
  expect(await serious(phone)).toEqual([]);
  await phone.context().close();
});
