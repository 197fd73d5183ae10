// A link of an owner: made from the phone's menu at a desk with a passcode, opened by somebody without an account on a phone, counted, ended.

import { enter } from '../../account';
import { serious } from '../../axe';
import { expect, type Member, PASSWORD, test } from '../../fixtures';
import { createLink, endLink, visit } from '../../links';
import { dialog } from '../../operations';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const NAME = '主力-01';
const DESK = { width: 1440, height: 900 } as const;

test('an owner shares a phone by link, a passcode opens it on a phone, and it ends while somebody watches, zh-CN and en-US', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const owner: Member = await demo.member(NAME);
  await page.setViewportSize(DESK);
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await page.getByRole('button', { name: t('actions.menu', { name: NAME }) }).click();
  await page.getByRole('menuitem', { name: t('list.shareLink') }).click();
  await expect(dialog(page).getByText(t('links.text'))).toBeVisible();
  await dialog(page)
    .getByRole('switch', { name: t('links.askPasscode') })
    .click();
  await sound(page);
  const link = await createLink(page, 'sharePhoneVideo');
  await expect(dialog(page).getByRole('img', { name: t('links.qr') })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('made.png') });
  await sound(page);
  const shownOnce = dialog(page)
    .getByRole('paragraph')
    .filter({ hasText: t('links.passcodeOnce') });
  const passcode = await shownOnce.locator('b').innerText();

  // A wrong passcode does not open the link.
  const e = wordsIn('en-US');
  const guest = await visit(browser, link, complaints);
  const field = guest.getByRole('textbox', { name: e('links.passcode') });
  await field.fill('aaaaaa');
  await guest.getByRole('button', { name: e('links.enter') }).click();
  await expect(guest.getByRole('alert')).toHaveText(e('links.wrong', { count: '4' }));
  await guest.screenshot({ path: test.info().outputPath('passcode.png') });
  await sound(guest);
  await field.fill(passcode.toLowerCase());
  await guest.getByRole('button', { name: e('links.enter') }).click();
  await expect(guest.getByText(e('play.live'), { exact: true })).toBeVisible();
  await expect(guest.getByText(e('play.viewOnly'))).toBeVisible();
  await expect(guest.getByText(NAME)).toHaveCount(0);
  await expect(guest).toHaveTitle(new RegExp(e('links.live')));
  await expect(guest.getByRole('button', { name: e('play.home'), exact: true })).toHaveCount(0);
  expect(await serious(guest)).toEqual([]);
  await guest.setViewportSize(DESK);
  await expect(guest.getByRole('toolbar', { name: e('play.sentTo') })).toHaveAttribute('data-wide', 'true');
  expect(await serious(guest)).toEqual([]);
  await guest.screenshot({ path: test.info().outputPath('live.png') });

  // The owner sees that somebody watches, and ends the link.
  await go(page, '/empowerPhoneList?tab=links');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('1 / 20');
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await sound(page);
  await endLink(page, row, guest);
  await guest.context().close();
});
