// Redeem codes from their making to their history: an operator makes a batch, a member pastes its codes in any form, sees what each gives, uses them.
import { enter, enterElsewhere } from '../../account';
import { expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, enterIn, once, sound } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

/** Codes that no other test has. */
function newCodes(count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    return `TEST-CODE-${String(made).padStart(4, '2')}-ABCD-EFGH`;
  });
}

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  const title = `a member pastes codes, sees what each gives, uses them and finds them in the history, ${dress.where}`;
  test(title, once(dress, 'desk'), async ({ page, demo }) => {
    const { account } = await demo.member('Main 01');
    const [days, used, other] = newCodes(3) as [string, string, string];
    await demo.seed({ redeemCodes: [days, used].map((code) => ({ code, gives: 'days', days: 30 })) });
    await enterIn(page, dress, account, '/app/redemptionCode');
    await expect(page.getByRole('heading', { level: 1, name: t('pages.redeem') })).toBeVisible();
    await expect(page.getByText(t('redeem.empty'))).toBeVisible();
    const wide = [...used].map((c) => (/[A-Z0-9]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c));
    const box = page.getByRole('textbox', { name: t('redeem.box') });
    await box.fill(`${days.toLowerCase().replaceAll('-', ' ')}\n${wide.join('')}\n${days}\n${other}`);
    await expect(page.getByText(t('redeem.repeats', { line: '3', first: '1' }))).toBeVisible();
    await page.getByRole('button', { name: t('redeem.check', { count: '3' }) }).click();
    await expect(page.getByText(t('redeem.needPhone', { count: '2' }))).toBeVisible();
    await soundInBoth(page, dress);
    for (const code of [days, used]) {
      const head = `${code.split('-').slice(0, 2).join('-')}-••••`;
      const select = page.getByRole('combobox', { name: t('redeem.chooseFor', { code: head }) });
      await select.nth(code === days ? 0 : 1).click();
      await page.locator('.ant-select-item-option').filter({ hasText: 'Main 01' }).last().click();
    }
    await page.getByRole('button', { name: t('redeem.redeem', { count: '2' }) }).click();
    await expect(page.getByText(t('redeem.states.done', { n: '2' }), { exact: true })).toBeVisible();
    await expect(page.getByText(t('redeem.states.refused', { n: '1' }), { exact: true })).toBeVisible();
    await expect(page.getByText(t('redeem.historyTotal', { count: '2' })).first()).toBeVisible();
    await soundInBoth(page, dress);

    // Looked at again, a used code says when it was used.
    await box.fill(days);
    await page.getByRole('button', { name: t('redeem.check', { count: '1' }) }).click();
    await expect(page.getByText(new RegExp(t('redeem.usedAt', { time: '.*' })))).toBeVisible();
  });
}

test('an operator makes a batch that is shown once, follows who used it and voids what is left', async ({
  page,
  demo,
  request,
}) => {
  const t = wordsIn('en-US');
  const member = await demo.member('Main 01');
  const permissions = ['trade:redeem-code:list', 'trade:redeem-code:edit'];
  await demo.seed({ operators: [{ userName: 'redeemer', password: PASSWORD, permissions }] });
  await enter(page, 'en-US', 'redeemer', PASSWORD, '/app/operator/redeemCodes');
  await page.getByRole('button', { name: t('redeemBatches.make') }).click();
  const dialog = page.getByRole('dialog');
  const makes = dialog.getByRole('button', { name: /^Create \d+ codes?$/ });
  await makes.click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel(t('redeemBatches.note')).fill('Campaign');
  await makes.click();
  await expect(dialog.getByText('Choose a configuration')).toBeVisible();
  await dialog.getByText(t('redeemBatches.daysTile')).click();
  await dialog.getByLabel(t('redeemBatches.count'), { exact: true }).fill('3');
  await sound(page);
  await makes.click();
  await expect(page.getByText(t('redeemBatches.madeTitle', { count: '3' }))).toBeVisible();
  const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(3);
  const close = page.getByRole('dialog').getByRole('button', { name: t('redeemBatches.close') });
  await expect(close).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(close).toBeVisible();
  await page.getByRole('checkbox', { name: t('redeemBatches.saved') }).check();
  await sound(page);
  await close.click();
  const row = page.getByRole('row').filter({ hasText: 'Campaign' });
  await expect(row).toContainText(t('redeemBatches.usedOf', { n: '3' }));

  // The codes of a batch are asked for when they are opened.
  const { accessToken } = await enterElsewhere(request, member.account, 'APP');
  const used = await request.post('/app-api/trade/redeem-code/renew', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { code: codes[0], phoneId: member.phoneId('Main 01') },
  });
  expect(await used.json()).toMatchObject({ code: 0 });
  await row.getByRole('button', { name: t('redeemBatches.codesOf', { note: 'Campaign' }) }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByRole('row')
      .filter({ hasText: /150\*{4}/ }),
  ).toHaveCount(1);
  await sound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: t('redeemBatches.find') }).click();
  await page
    .getByRole('dialog')
    .getByLabel(t('redeemBatches.code'))
    .fill((codes[1] ?? '').toLowerCase());
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('redeemBatches.findButton') })
    .click();
  await expect(page.getByRole('region', { name: t('redeemBatches.found') })).toContainText('Campaign');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: t('redeemBatches.voidName', { note: 'Campaign' }) }).click();
  await page
    .getByRole('button', { name: t('redeemBatches.void'), exact: true })
    .last()
    .click();
  await expect(row).toContainText(t('redeemBatches.states.voided'));
  await sound(page);
});
