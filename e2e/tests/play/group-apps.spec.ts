// Apps of a group: installed from this device, started, stopped and removed on all at once; each phone has its lane, and is asked itself.
import { enter, spoken } from '../../account';
import { makeApk } from '../../apk';
import { expect, test } from '../../fixtures';
import { act, select, shell } from '../../operations';
import { live } from '../../phone';
import { sound } from '../../shell';
import { wordsIn } from '../../words';

const PACKAGE = 'org.example.crew';

for (const language of spoken('zh-CN')) {
  test(`an app is installed on a group, started, stopped and removed, with a lane for each phone, ${language}`, async ({
    page,
    demo,
    complaints,
  }) => {
    const names = ['直播间', '短视频-02', '备用-04'] as const;
    const member = await demo.member(...names);
    const t = wordsIn(language);
    // One of them is full: it has its reason, and keeps nobody else from it.
    await shell(member, '备用-04', 'setprop owl.fault full');
    await enter(page, language, member.account);
    await select(page, ...names);
    await act(page, t('list.groupControl'));
    await live(page);

    await page.getByRole('button', { name: t('group.install'), exact: true }).click();
    const push = page.getByRole('dialog', { name: t('uploads.title') });
    await push
      .locator('input[type=file]')
      .setInputFiles({ name: 'crew.apk', mimeType: 'application/octet-stream', buffer: makeApk(PACKAGE, '同步', 3) });
    await push.getByRole('button', { name: t('uploads.installStart', { count: '3' }) }).click();
    const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
    await expect(receipt.getByText(/云手机存储空间不足|not enough free space/)).toBeVisible();
    for (const name of names) await expect(receipt.getByTitle(name, { exact: true })).toBeVisible();
    const has = (name: string) => shell(member, name, 'pm list packages -3');
    for (const name of ['直播间', '短视频-02']) await expect.poll(() => has(name)).toContain(PACKAGE);
    await page.screenshot({ path: test.info().outputPath('lanes.png') });
    await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();
    await shell(member, '备用-04', 'setprop owl.fault none');

    const dialog = page.getByRole('dialog', { name: t('apps.title') });
    const choose = async () => {
      await page.getByRole('button', { name: t('group.apps'), exact: true }).click();
      await expect(dialog.getByText('2 / 3')).toBeVisible();
      await dialog.getByRole('checkbox', { name: t('apps.select', { name: '同步' }) }).check();
    };
    const runs = (name: string) => shell(member, name, `pidof ${PACKAGE} || true`);
    await choose();
    await sound(page);
    await dialog.getByRole('button', { name: t('apps.startN', { n: '2' }), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    for (const name of ['直播间', '短视频-02']) await expect.poll(() => runs(name)).not.toBe('');
    await expect(receipt.getByText(new RegExp(t('operations.done')))).not.toHaveCount(0);
    await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();

    await choose();
    await dialog.getByRole('button', { name: t('apps.stopN', { n: '2' }) }).click();
    for (const name of ['直播间', '短视频-02']) await expect.poll(() => runs(name)).toBe('');
    await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();

    await choose();
    await dialog.getByRole('button', { name: t('apps.uninstallN', { n: '2' }) }).click();
    const question = page.getByRole('dialog', { name: t('apps.uninstallAsk', { count: '1' }) });
    await question.getByRole('button', { name: t('apps.uninstallN', { n: '2' }) }).click();
    for (const name of ['直播间', '短视频-02']) await expect.poll(() => has(name)).not.toContain(PACKAGE);
    expect(complaints).toEqual([]);
  });
}
