// The enterprise: the wall by sub-account with who works where, on a desk and on a phone, and sub-accounts from a table.
import { writeFileSync } from 'node:fs';
import { enter, newSubAccount } from '../account';
import { expect, listen, newNumber, PASSWORD, test } from '../fixtures';
import { dialog } from '../operations';
import { onPhone, sound } from '../shell';
import { SWEPT } from '../sweep';
import { wordsIn } from '../words';

test('the wall shows each phone live and who works there, on a phone six in a row, and a table invites, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}, info) => {
  const t = wordsIn('zh-CN');
  const stored = Array.from({ length: 5 }, (_, at) => `仓库-0${at + 1}`);
  const parent = await demo.member('门店-01', '门店-02', ['直播-01', 3], ...stored);
  const any = /^(门店|直播|仓库)-/;
  const child = await newSubAccount(demo, parent, '门店-01');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', parent.account, PASSWORD, '/app/keyAccount');
  const masked = `${child.slice(0, 3)}****${child.slice(7)}`;
  const given = page.getByRole('region', { name: masked });
  const cell = given.getByRole('button', { name: /^门店-01/ });
  await expect(cell.locator('[data-shown="true"]')).toBeVisible();
  await expect(cell).toHaveAttribute('data-worked', 'false');
  const rest = page.getByRole('region', { name: t('keyAccount.notGiven') });
  await expect(rest.getByRole('button', { name: any })).toHaveCount(7);

  // The sub-account works with its phone: the wall says so without being asked.
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', child, PASSWORD, `/app/play?phoneId=${parent.phoneId('门店-01')}`);
  await expect(other.getByText(t('play.live'), { exact: true }).first()).toBeVisible();
  await expect(cell).toHaveAttribute('data-worked', 'true', { timeout: 30_000 });
  await expect(cell).toHaveAccessibleName(`门店-01 · ${t('keyAccount.worker', { name: masked })}`);
  await context.close();
  await sound(page);

  // A row of a phone has six cells, and the others once the section is opened.
  await page.setViewportSize({ width: 390, height: 844 });
  await rest.evaluate((section) => section.scrollIntoView());
  const top = async (at: number) => (await rest.getByRole('button', { name: any }).nth(at).boundingBox())?.y ?? 0;
  // The page turns narrow in steps, and moves the section between two looks at it.
  const rows = async () => [(await top(5)) === (await top(0)), (await top(6)) > (await top(0))];
  await expect.poll(rows).toEqual([true, true]);
  await rest.getByRole('button', { name: t('keyAccount.unfoldName', { name: t('keyAccount.notGiven') }) }).click();
  await expect(rest.getByRole('button', { name: any }).nth(6)).toBeInViewport();
  await sound(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Pictures as seldom as is chosen: a cell that comes into view has its first one at once still.
  await page.getByRole('combobox', { name: t('keyAccount.rate') }).click();
  await page.getByTitle(t('keyAccount.rates.thirty')).click();
  await expect(page).toHaveURL(/rate=thirty/);

  // By group, searched, and what ends soon is renewed.
  await page.getByText(t('keyAccount.byGroup')).click();
  const ungrouped = page.getByRole('region', { name: t('keyAccount.ungrouped') });
  await expect(ungrouped.getByRole('button', { name: any })).toHaveCount(8);
  await expect(ungrouped.locator('[data-shown="true"]')).toHaveCount(8);
  await page.getByRole('textbox', { name: t('keyAccount.search') }).fill('直播');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: any })).toHaveCount(1);
  const renew = page.getByRole('link', {
    name: t('keyAccount.renewName', { when: t('keyAccount.within', { n: '3' }) }),
  });
  await expect(renew).toHaveAttribute('href', new RegExp(`phoneIds=${parent.phoneId('直播-01')}$`));

  // A table with one good row and one of a phone that is not there.
  const [good, bad] = [newNumber(), newNumber()];
  const table = info.outputPath('sub.csv');
  writeFileSync(table, `手机号码,名称,云手机,权限\n${good},门店二部,门店-02,电源\n${bad},,没有,\n`);
  await page.getByRole('button', { name: t('subAccounts.import') }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(table);
  await expect(dialog(page).getByRole('row').filter({ hasText: '没有' })).toContainText(
    '3云手机没有没有这个名称或 ID 的云手机',
  );
  await sound(page);
  await dialog(page)
    .getByRole('radio', { name: t('import.ways.good', { count: '1' }) })
    .check();
  await dialog(page)
    .getByRole('button', { name: t('subAccounts.importRows', { n: '1' }) })
    .click();
  await expect(dialog(page)).toBeHidden();
  await page.getByText(t('keyAccount.subAccounts', { n: '1' })).click();
  await expect(page.getByRole('row').filter({ hasText: '门店二部' })).toContainText(good);

  await page.getByText(t('keyAccount.spend'), { exact: true }).click();
  await expect(page.getByText(t('keyAccount.noSpend'))).toBeVisible();
  await sound(page);
  expect(complaints).toEqual([]);
});

test(
  'on a phone the wall has six cells a row and a cell opens the phone, en-US',
  SWEPT,
  async ({ browser, demo, complaints }) => {
    const t = wordsIn('en-US');
    const names = Array.from({ length: 7 }, (_, at) => `Desk ${at + 1}`);
    const parent = await demo.member(...names);
    const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
    await enter(phone, 'en-US', parent.account, PASSWORD, '/app/keyAccount');
    const rest = phone.getByRole('region', { name: t('keyAccount.notGiven') });
    const cell = (name: string) => rest.getByRole('button', { name, exact: true });
    await expect(cell('Desk 1').locator('[data-shown="true"]')).toBeVisible();
    const top = async (name: string) => (await cell(name).boundingBox())?.y ?? 0;
    // The section moves between two looks, when something comes above it.
    await expect.poll(async () => (await top('Desk 6')) === (await top('Desk 1'))).toBe(true);
    expect(await top('Desk 7')).toBeGreaterThan(await top('Desk 1'));
    await rest.getByRole('button', { name: t('keyAccount.unfoldName', { name: t('keyAccount.notGiven') }) }).click();
    await expect(cell('Desk 7')).toBeInViewport();
    await sound(phone);
    await cell('Desk 7').click();
    await expect(phone.getByText(t('play.live'), { exact: true }).first()).toBeVisible();
    await phone.context().close();
  },
);
