// Authorizing phones: given to an account found by its number, seen and controlled by it, left on a phone, lowered, recalled while it is open.
import type { Page } from '@playwright/test';
import { enter } from '../../account';
import { expect, expectToast, listen, type Member, PASSWORD, test } from '../../fixtures';
import { soundOnPhone } from '../../layouts';
import { act, dialog, select } from '../../operations';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');
const DESK = { width: 1440, height: 900 } as const;

/** A guest leaves a phone, on a phone. */
async function leave(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const received = page.getByRole('listitem').filter({ hasText: name });
  await expect(received).toContainText(t('sharing.operate'));
  await sound(page);
  await received.getByRole('button', { name: t('sharing.leave'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: t('sharing.leaveMany', { n: '1' }) })
    .click();
  await expect(received).toHaveCount(0);
  await page.setViewportSize(DESK);
}

test('an owner shares three phones; the guest leaves one on a phone, one is lowered, and both are recalled while one is open, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const owner: Member = await demo.member('主力-01', '农场-03', '小店客服');
  const guest: Member = await demo.member();
  await page.setViewportSize(DESK);
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await select(page, '主力-01', '农场-03', '小店客服');
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
    .getByRole('button', { name: t('sharing.authorizeMany', { n: '3' }) })
    .click();
  await expectToast(page, t('sharing.done', { count: '3', phone: masked }));
  await expect(page.getByRole('img', { name: t('list.sharedTo', { phone: masked }) })).toHaveCount(3);

  // The guest sees it at once in a window that was open, and controls it.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: DESK });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', guest.account, PASSWORD, '/app/empowerPhoneList');
  await other.getByRole('tab', { name: t('sharing.toMe') }).click();
  const received = other.getByRole('row').filter({ hasText: '主力-01' });
  await expect(received).toContainText(t('sharing.operate'));
  await leave(other, '小店客服');
  await go(other, `/play?phoneId=${owner.phoneId('主力-01')}`);
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
  await go(other, '/empowerPhoneList?tab=toMe');
  await expect(other.getByText(t('sharing.toMeNone'))).toBeVisible();
  await soundOnPhone(other);
  await go(other, '/notice');
  await expect(other.getByText(/授权已收回/).first()).toBeVisible();
  await context.close();
});
