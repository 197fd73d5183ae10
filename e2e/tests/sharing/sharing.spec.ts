// Authorizing phones: given to an account found by its number, seen and controlled by it, lowered, recalled while it is open, left.
import { enter } from '../../account';
import { expect, expectToast, listen, type Member, PASSWORD, test } from '../../fixtures';
import { act, dialog, select } from '../../operations';
import { onPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

test('an owner shares two phones, lowers one, recalls it while it is open, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const t = wordsIn('zh-CN');
  const owner: Member = await demo.member('主力-01', '农场-03');
  const guest: Member = await demo.member();
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await select(page, '主力-01', '农场-03');
  await act(page, t('actions.authorize'));
  const number = dialog(page).getByRole('textbox', { name: t('sharing.number') });
  await number.fill(guest.account);
  await dialog(page)
    .getByRole('button', { name: t('sharing.find') })
    .click();
  const masked = `${guest.account.slice(0, 3)}****${guest.account.slice(7)}`;
  await expect(dialog(page).getByText(masked)).toBeVisible();
  await dialog(page).getByText(t('sharing.operate'), { exact: true }).click();
  await dialog(page).getByText(t('sharing.forHours'), { exact: true }).click();
  await dialog(page)
    .getByRole('checkbox', { name: t('agreement.label') })
    .click();
  await page.getByRole('button', { name: t('agreement.accept') }).click();
  await sound(page);
  await dialog(page)
    .getByRole('button', { name: t('sharing.authorizeMany', { n: '2' }) })
    .click();
  await expectToast(page, t('sharing.done', { count: '2', phone: masked }));
  await expect(page.getByRole('img', { name: t('list.sharedTo', { phone: masked }) })).toHaveCount(2);

  // The guest sees it at once in a window that was open, and controls it.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', guest.account, PASSWORD, '/app/empowerPhoneList');
  await other.getByRole('tab', { name: t('sharing.toMe') }).click();
  const received = other.getByRole('row').filter({ hasText: '主力-01' });
  await expect(received).toContainText(t('sharing.operate'));
  await other.goto(`/app/play?phoneId=${owner.phoneId('主力-01')}`);
  await expect(other.getByText(t('play.live'), { exact: true }).first()).toBeVisible();

  // The owner lowers the level: the control ends in words that say so.
  await page.getByRole('button', { name: t('shell.account') }).click();
  await page.getByRole('menuitem', { name: t('shell.sharing') }).click();
  const row = page.getByRole('row').filter({ hasText: '主力-01' });
  await row.getByRole('button', { name: t('sharing.activity') }).click();
  await expect(dialog(page).getByText('进入操作').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText('进入操作')).toHaveCount(0);
  await row.getByRole('button', { name: t('sharing.change') }).click();
  const change = dialog(page).filter({ hasText: t('sharing.changeTitle', { name: '主力-01' }) });
  await change.getByText(t('sharing.view'), { exact: true }).click();
  await change.getByRole('button', { name: t('sharing.save') }).click();
  await expect(other.getByRole('alert').filter({ hasText: '对方已将你的权限改为仅查看' })).toBeVisible();
  await expect(row).toContainText(t('sharing.view'));
  await sound(page);

  // Recalled, both at once.
  for (const name of ['主力-01', '农场-03']) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('button', { name: t('sharing.recallMany', { n: '2' }) }).click();
  const question = dialog(page).filter({ hasText: t('sharing.recallTitle', { count: '2' }) });
  await question.getByRole('button', { name: t('sharing.recallMany', { n: '2' }) }).click();
  await expect(page.getByText(t('sharing.byMeNone'))).toBeVisible();
  await other.goto('/app/notice');
  await expect(other.getByText(/授权已收回/).first()).toBeVisible();
  await context.close();
});

test('on a phone a guest leaves what was shared with it, en-US', async ({ browser, demo, complaints }) => {
  const t = wordsIn('en-US');
  const owner = await demo.member('Main 01');
  const guest = await demo.member();
  await demo.seed({
    grants: [{ owner: owner.account, phone: 'Main 01', to: guest.account, level: 'view', expiresInMinutes: 60 }],
  });
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', guest.account, PASSWORD, '/app/empowerPhoneList');
  await phone.getByRole('tab', { name: t('sharing.toMe') }).click();
  await expect(phone.getByText('Main 01').first()).toBeVisible();
  await expect(phone.getByText(t('sharing.view')).first()).toBeVisible();
  await sound(phone);
  await phone.getByRole('button', { name: t('sharing.leave'), exact: true }).click();
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('sharing.leaveMany', { n: '1' }) })
    .click();
  await expect(phone.getByText(t('sharing.toMeNone'))).toBeVisible();
  await sound(phone);
  await phone.context().close();
});
