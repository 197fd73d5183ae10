// Phones and stock: an operator finds a member's phone, looks at it, adds one at its address, takes one back with a reason, and removes one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once as nextEvent } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterElsewhere } from '../../account';
import { binary, expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { searchList } from '../../parts';
import { dresses, enterIn, go, once, sound } from '../../shell';
import { wordsIn } from '../../words';

/** A phone that is in nobody's stock yet, and its address. */
async function stranger(): Promise<{ phone: ChildProcess; address: string }> {
  const data = mkdtempSync(join(tmpdir(), 'owldeck-stranger-'));
  const phone = spawn(binary, ['handset', '--listen', '127.0.0.1:0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await nextEvent(phone.stdout as NonNullable<typeof phone.stdout>, 'data');
  return { phone, address: String(said).trim() };
}

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  const title = `an operator finds a phone, takes it back, adds one and removes it, ${dress.where}`;
  test(title, once(dress, 'desk'), async ({ page, demo, request, complaints }) => {
    const { account } = await demo.member();
    const own = account.slice(-6);
    const [userName, kind] = [`stocker${own}`, `Kind ${own}`];
    const permissions = ['list', 'add', 'remove', 'takeBack', 'screen'].map((each) => `infra:phone:${each}`);
    await demo.seed({
      operators: [{ userName, password: PASSWORD, permissions: [...permissions, 'infra:host:list'] }],
      configurations: [{ name: kind, nameEn: kind, androidVersion: '14', chip: 'RK3588', padType: 5, dpi: 320 }],
    });
    const [rented, fresh] = [await stranger(), await stranger()];
    const { address } = fresh;
    // A phone that nobody can wipe over ADB: it never comes to the stock that other tests count.
    await demo.seed({
      phones: [{ owner: account, alias: 'Main 01', configuration: kind, expiresInDays: 30, adb: rented.address }],
    });
    try {
      await enterIn(page, dress, userName, `/app/operator/phones?q=${account}`);
      const row = page.getByRole(dress.wide ? 'row' : 'listitem').filter({ hasText: 'Main 01' });
      await expect(row).toContainText(account.slice(-4));
      await soundInBoth(page, dress);
      await row.getByRole('button', { name: t('stockPhones.openName', { name: 'Main 01' }) }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByText(t('stockPhones.linked'))).toBeVisible();
      await drawer.getByRole('button', { name: t('stockPhones.look') }).click();
      await expect(drawer.getByRole('img', { name: t('stockPhones.screen') })).toBeVisible();
      await soundInBoth(page, dress);

      await drawer.getByRole('button', { name: t('stockPhones.takeBack'), exact: true }).click();
      const taking = page.getByRole('dialog', { name: t('stockPhones.takeBackTitle', { name: 'Main 01' }) });
      await taking.getByRole('button', { name: t('stockPhones.takeBackVerb') }).click();
      const refusal = dress.language === 'zh-CN' ? '请填写原因，会员会看到' : 'Enter a reason; the member reads it';
      await expect(taking.getByText(refusal)).toBeVisible();
      await taking.getByRole('textbox', { name: t('stockPhones.reason') }).fill('Misuse');
      await taking.getByRole('button', { name: t('stockPhones.takeBackVerb') }).click();
      await expect(taking).toHaveCount(0);
      await expect(drawer.getByRole('button', { name: t('stockPhones.remove'), exact: true })).toBeVisible();

      // The member is told why.
      const { accessToken } = await enterElsewhere(request, account, 'APP');
      const headers = { authorization: `Bearer ${accessToken}` };
      const told = await request.get('/app-api/system/notify-message/my-page', { headers });
      expect(JSON.stringify((await told.json()).data.list)).toContain('Misuse');

      await go(page, '/operator/phones');
      await page.getByRole('button', { name: t('stockPhones.add'), exact: true }).click();
      const adding = page.getByRole('dialog', { name: t('stockPhones.addTitle') });
      await adding.getByRole('textbox', { name: t('stockPhones.addresses') }).fill(`${address}\nno/where`);
      await adding.getByRole('radio', { name: kind }).check();
      const verb = adding.getByRole('button', { name: t('stockPhones.addVerb', { count: '1' }) });
      // A busy machine may answer too late the first time: then it is asked again.
      await expect(async () => {
        await adding.getByRole('textbox', { name: t('stockPhones.addresses') }).fill(`${address}\nno/where `);
        await adding.getByRole('textbox', { name: t('stockPhones.addresses') }).fill(`${address}\nno/where`);
        await adding.getByRole('button', { name: t('stockPhones.ask') }).click({ timeout: 1000 });
        await expect(verb).toBeEnabled();
      }).toPass();
      await sound(page);
      await verb.click();
      await expect(adding).toHaveCount(0);

      const added = page.getByRole(dress.wide ? 'row' : 'listitem').filter({ hasText: kind });
      // Before the search has taken effect another phone of this kind may be the only one on the page.
      await searchList(page, t('stockPhones.search'), address);
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === address);
      await expect(added).toHaveCount(1);
      await added.getByRole('button', { name: new RegExp(`^${t('stockPhones.openName', { name: '' })}`) }).click();
      // The drawer has changed to the new phone.
      await expect(drawer.getByText(address)).toBeVisible();
      await drawer.getByRole('button', { name: t('stockPhones.remove'), exact: true }).click();
      await page.getByRole('button', { name: t('stockPhones.removeVerb') }).click();
      await expect(page.getByText(t('stockPhones.noMatch'))).toBeVisible();

      await go(page, '/operator/hosts');
      await expect(page.getByRole('img', { name: new RegExp(t('hosts.counts.r')) }).first()).toBeVisible();
      await soundInBoth(page, dress);
    } finally {
      rented.phone.kill();
      fresh.phone.kill();
    }
    expect(complaints).toEqual([]);
  });
}
