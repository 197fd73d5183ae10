// Upload records: what was sent to phones, what came of it on each, the failed tried again, and the same sent on to another phone.
import { expect, test } from '../fixtures';
import { shell } from '../operations';
import { dresses, enterIn, go, say, sound } from '../shell';

for (const dress of dresses) {
  test(`a sending is followed, tried again and sent on, ${dress.where}`, async ({ page, demo, complaints }) => {
    const member = await demo.member('选品 A', '直播间');
    const t = say(dress.language, 'records');
    const words = say(dress.language, 'uploads');
    // One of the phones is full.
    await shell(member, '直播间', 'setprop owl.fault full');
    await enterIn(page, dress, member.account);
    await go(page, '/uploadRecords');
    await expect(page.getByText(t('records.empty'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('empty.png') });
    await page
      .getByRole('button', { name: t('records.push') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: words('uploads.title') });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '素材 1.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await dialog.getByRole('button', { name: words('uploads.pick'), exact: true }).click();
    for (const name of ['选品 A', '直播间']) await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
    await dialog.getByRole('button', { name: words('uploads.pushStart', { count: '2' }) }).click();

    const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
    await expect(receipt.getByText(/云手机存储空间不足|not enough free space/)).toBeVisible();
    await receipt.getByRole('button', { name: /^(关闭|Close)$/ }).click();
    const rows = page.locator('tbody tr, main li');
    const row = (outcome: string) => rows.filter({ has: page.getByText(outcome, { exact: true }) });
    await expect(row(t('records.partialSuccess'))).toContainText('素材 1.txt');
    await page.screenshot({ path: test.info().outputPath('partial.png') });
    await sound(page);

    // The failed alone is tried again.
    await shell(member, '直播间', 'setprop owl.fault none');
    await row(t('records.partialSuccess'))
      .getByRole('button', { name: t('records.retry') })
      .click();
    await expect(receipt.getByText(/已完成|Done/)).not.toHaveCount(0);
    await expect.poll(() => shell(member, '直播间', "cat '/sdcard/Download/素材 1.txt' || true")).toBe('hello');
    await receipt.getByRole('button', { name: /^(关闭|Close)$/ }).click();
    await expect(row(t('records.success'))).toContainText(t('records.phones', { count: '1' }));

    // Nothing is uploaded again.
    await shell(member, '选品 A', "rm '/sdcard/Download/素材 1.txt'");
    await row(t('records.success'))
      .getByRole('button', { name: t('records.again') })
      .click();
    const again = page.getByRole('dialog', { name: t('records.sendTitle', { names: '素材 1.txt' }) });
    await again.getByRole('checkbox', { name: /选品 A/ }).check();
    await again.getByRole('button', { name: t('records.sendN', { n: '1' }) }).click();
    await expect(receipt.getByText(/已完成|Done/)).not.toHaveCount(0);
    await expect.poll(() => shell(member, '选品 A', "cat '/sdcard/Download/素材 1.txt' || true")).toBe('hello');
    await receipt.getByRole('button', { name: /^(关闭|Close)$/ }).click();

    await page.locator('label').filter({ hasText: t('records.partialSuccess') }).click();
    await expect(page).toHaveURL(/outcome=partialSuccess/);
    await expect(rows.filter({ hasText: '素材 1.txt' })).toHaveCount(1);
    expect(complaints).toEqual([]);
  });
}
