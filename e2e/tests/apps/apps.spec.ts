// Apps on phones: installed ones are listed with what they are, started, stopped and removed, from the list and beside the phone that is
// played; each time the phone itself is asked.
import { install } from '../../adb';
import { makeApk } from '../../apk';
import { expect, test } from '../../fixtures';
import { act, select, shell, shownReceipt } from '../../operations';
import { live } from '../../phone';
import { dresses, enterIn, openPhone, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

for (const dress of dresses.filter(({ wide }) => wide)) {
  test(
    `apps of two phones are started, stopped and removed from the list, ${dress.where}`,
    SWEPT,
    async ({ page, demo, complaints }) => {
      const member = await demo.member('选品 A', '直播间');
      const t = wordsIn(dress.language);
      const [both, one] = ['org.example.both', 'org.example.one'];
      await install(member.address('选品 A'), makeApk(both, '双机', 7));
      await install(member.address('直播间'), makeApk(both, '双机', 8));
      await install(member.address('直播间'), makeApk(one, '单机', 3));
      await enterIn(page, dress, member.account);
      await select(page, '选品 A', '直播间');
      await act(page, t('actions.manageApps'));

      const dialog = page.getByRole('dialog', { name: t('apps.title') });
      const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
      await expect(row('双机').getByText('2 / 2')).toBeVisible();
      await expect(row('单机').getByText('1 / 2')).toBeVisible();
      // An app that all phones have comes first.
      await expect(dialog.getByRole('row').nth(1)).toContainText('双机');
      await expect(row('双机').getByRole('img')).toHaveCount(2);
      await dialog.getByRole('checkbox', { name: t('apps.select', { name: '双机' }) }).check();
      await dialog.getByRole('checkbox', { name: t('apps.select', { name: '单机' }) }).check();
      await expect(dialog.getByText(t('apps.skipped', { count: '1' }))).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('chosen.png') });
      await sound(page);
      await dialog.getByRole('button', { name: t('apps.startN', { n: '3' }), exact: true }).click();
      await expect(row('双机').getByText(t('apps.runningN', { n: '2' }))).toBeVisible();
      for (const name of ['选品 A', '直播间'])
        await expect.poll(() => shell(member, name, `pidof ${both} || true`)).not.toBe('');

      // A phone that is not done with starting refuses to stop: it is told to once more.
      const stop = dialog.getByRole('button', { name: new RegExp(t('apps.stopN', { n: '[1-3]' })) });
      await expect(async () => {
        if (await stop.isEnabled()) await stop.click();
        for (const name of ['双机', '单机']) await expect(row(name).getByText('—')).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 60_000 });
      for (const name of ['选品 A', '直播间'])
        await expect.poll(() => shell(member, name, `pidof ${both} || true`)).toBe('');

      await dialog.getByRole('button', { name: t('apps.uninstallN', { n: '3' }), exact: true }).click();
      const question = page.getByRole('dialog', { name: t('apps.uninstallAsk', { count: '2' }) });
      await question.getByRole('button', { name: t('apps.uninstallN', { n: '3' }), exact: true }).click();
      await expect(dialog.getByText(t('apps.none'))).toBeVisible();
      for (const name of ['选品 A', '直播间'])
        await expect.poll(() => shell(member, name, 'pm list packages -3')).toBe('');

      // By name; the phone's own words stand in the receipt.
      await dialog.getByText(t('apps.byName'), { exact: true }).click();
      const field = dialog.getByRole('textbox', { name: t('apps.byNameLabel') });
      await field.fill('com.android.settings，nothing');
      await dialog.getByRole('button', { name: t('apps.startN', { n: '2' }), exact: true }).click();
      await expect(dialog.getByRole('alert')).toContainText(/包名不正确|not valid/);
      await field.fill('com.android.settings');
      await dialog.getByRole('button', { name: t('apps.uninstallN', { n: '2' }), exact: true }).click();
      const again = page.getByRole('dialog', { name: t('apps.uninstallTyped') });
      await again.getByRole('button', { name: t('apps.uninstallN', { n: '2' }), exact: true }).click();
      await expect(again).toHaveCount(0);
      await dialog.getByRole('button', { name: t('common.close'), exact: true }).click();
      // The newest of the messages stands last.
      await page
        .getByRole('button', { name: t('operations.receipt'), exact: true })
        .last()
        .click();
      const receipt = await shownReceipt(page);
      await expect(receipt.getByText(/这是系统应用|belongs to the phone's system/)).toHaveCount(2);
      expect(complaints).toEqual([]);
    },
  );
}

for (const dress of dresses.filter(({ wide }) => !wide)) {
  test(`beside the phone that is played its apps are started, cleared and removed, ${dress.where}`, async ({
    page,
    demo,
    complaints,
  }) => {
    const member = await demo.member('主力-01');
    const t = wordsIn(dress.language);
    const [app, hidden] = ['org.example.hand', 'org.example.hidden'];
    await install(member.address('主力-01'), makeApk(app, 'Paper crane', 7));
    await install(member.address('主力-01'), makeApk(hidden, 'Hidden', 2, undefined, ''));
    await enterIn(page, dress, member.account);
    await openPhone(page);
    await live(page);
    await page.getByRole('button', { name: t('play.more') }).click();
    await page.getByRole('tab', { name: t('play.tab.apps') }).click();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(row('Paper crane')).toContainText('7.0');
    await expect(row('Hidden')).toContainText(t('apps.noLauncher'));
    await expect(row('Hidden').getByRole('button', { name: t('apps.start') })).toBeDisabled();
    // The sheet is the apps', with the way to install at its foot.
    const sheet = page.getByRole('dialog', { name: '主力-01' });
    await expect(sheet.getByRole('button', { name: t('play.fullscreen') })).toBeHidden();
    const foot = await sheet.getByRole('button', { name: t('apps.install') }).boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan(844 - 30);
    await page.screenshot({ path: test.info().outputPath('sheet.png') });
    await sound(page);
    await row('Paper crane')
      .getByRole('button', { name: t('apps.start') })
      .click();
    await expect(row('Paper crane')).toContainText(t('apps.front'));
    await expect.poll(() => shell(member, '主力-01', 'dumpsys activity activities')).toContain(app);

    await shell(member, '主力-01', `touch /data/data/${app}/kept`);
    await row('Paper crane')
      .getByRole('button', { name: t('apps.menu', { name: 'Paper crane' }) })
      .click();
    await page.getByRole('menuitem', { name: t('apps.clear') }).click();
    await page.getByRole('button', { name: t('apps.clear'), exact: true }).click();
    await expect(row('Paper crane')).not.toContainText(t('apps.front'));
    await expect.poll(() => shell(member, '主力-01', `ls /data/data/${app}`)).toBe('');

    await row('Paper crane')
      .getByRole('button', { name: t('apps.menu', { name: 'Paper crane' }) })
      .click();
    await page.getByRole('menuitem', { name: t('apps.uninstall') }).click();
    await page.getByRole('button', { name: t('apps.uninstall'), exact: true }).click();
    await expect(row('Paper crane')).toHaveCount(0);
    await expect.poll(() => shell(member, '主力-01', 'pm list packages -3')).toBe(`package:${hidden}`);
    expect(complaints).toEqual([]);
  });
}
