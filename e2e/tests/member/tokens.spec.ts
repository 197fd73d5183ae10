// Tokens of programs in the account centre: made with a code, shown once, good for what was ticked, revoked.
import { enterAccount, sentCode } from '../../account';
import { codeSent } from '../../entry';
import { expect, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, once, sound } from '../../shell';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const { language, viewport, where } = dress;
  const title = `a token is made, shown once, serves what was ticked, and is revoked: ${where}`;
  test(title, once(dress, 'desk'), async ({ page, demo, request }) => {
    const t = wordsIn(language);
    const { account: phone } = await demo.member();
    await page.setViewportSize(viewport);
    await enterAccount(page, language, phone, 'api');
    const section = page.getByRole('region', { name: t('tokens.title') });
    await expect(section.getByText(t('tokens.none'))).toBeVisible();
    await section.getByRole('button', { name: t('tokens.make') }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('tokens.name'), { exact: true }) });
    await dialog.getByLabel(t('tokens.name'), { exact: true }).fill('CI');
    const read = new RegExp(`^${t('tokens.scope.read')}\\s*${t('tokens.scope.readText')}$`);
    await expect(dialog.getByRole('checkbox', { name: read })).toBeChecked();
    await dialog.getByRole('button', { name: t('code.send') }).click();
    await codeSent(dialog, t);
    await dialog.getByLabel(t('code.sms')).fill(await sentCode(demo, phone, 'token'));
    await sound(page);
    await dialog.getByRole('button', { name: t('tokens.make') }).click();
    const text = page.getByText(/^owl_[\w-]{43}$/);
    await expect(text).toBeVisible();
    const token = await text.innerText();
    await sound(page);
    await page.getByRole('button', { name: t('tokens.kept') }).click();
    await expect(text).toHaveCount(0);

    const headers = { authorization: `Bearer ${token}` };
    const list = async () => (await request.post('/app-api/trade/phone/app-page', { headers, data: {} })).json();
    expect((await list()).code).toBe(0);
    expect((await (await request.get('/getInfo', { headers })).json()).code).toBe(403);

    const row = section.getByRole('listitem').filter({ hasText: 'CI' });
    await expect(row).toBeVisible();
    await soundInBoth(page, dress);
    await row.getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('tokens.revoke'), exact: true })
      .click();
    await expect(section.getByText(t('tokens.none'))).toBeVisible();
    expect((await list()).code).toBe(401);
  });
}
