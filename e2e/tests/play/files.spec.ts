// The files of a phone: put there, seen by the phone itself, fetched, renamed and deleted. The list is judged in both layouts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '../../fixtures';
import { dialog, shell } from '../../operations';
import { live } from '../../phone';
import { dresses, enterIn, once, openPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const NARROW = { width: 390, height: 844 } as const;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

for (const dress of dresses) {
  test(`files go to the phone and back: ${dress.where}`, once(dress, 'desk'), async ({ page, demo }) => {
    const member = await demo.member('主力-01');
    const t = wordsIn(dress.language);
    const name = dress.wide ? '素材 一.bin' : 'clip $(x).bin';
    const renamed = `2 ${name}`;
    const content = Buffer.from(Array.from({ length: 5_000_000 }, (_, at) => (at * 7 + (at >> 9)) % 256));
    await enterIn(page, dress, member.account);
    await openPhone(page);
    await live(page);
    const list = page.getByRole('grid', { name: t('files.list') });
    /** Opens the folder that files come to: on a desk beside the picture, on a phone in the sheet over it. */
    const openDownload = async (wide: boolean) => {
      if (!wide) await page.getByRole('button', { name: t('play.more'), exact: true }).click();
      await page.getByRole('tab', { name: t('play.tab.files') }).click();
      const folder = list.getByRole('row', { name: /Download/ });
      if (wide) await folder.dblclick();
      else await folder.click();
    };
    await openDownload(dress.wide);
    await expect(page.getByText(t('files.empty'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('empty.png') });

    await page
      .getByTestId('files-field')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    const row = list.getByRole('row', { name });
    await expect(row).toContainText('4.77 MB');
    await expect.poll(() => shell(member, '主力-01', 'ls /sdcard/Download')).toBe(name);

    await row.getByRole('checkbox').check();
    await page.screenshot({ path: test.info().outputPath('chosen.png') });
    await sound(page);
    const tools = page.getByRole('toolbar', { name: t('files.chosenBar') });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tools.getByRole('button', { name: t('files.download') }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name.replace(/[$]/g, (sign) => sign));
    expect(hash(readFileSync(await download.path()))).toBe(hash(content));

    // A file of the same name is asked about when it comes once more, and is given up.
    await page
      .getByTestId('files-field')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    await expect(page.getByRole('button', { name: t('files.replace') })).toBeVisible();
    await page.getByRole('button', { name: t('files.cancel', { name }) }).click();

    if (dress.wide) {
      await page.setViewportSize(NARROW);
      await openDownload(false);
      await row.getByRole('checkbox').check();
      await sound(page);
      await dialog(page)
        .getByRole('button', { name: t('common.close'), exact: true })
        .click();
      await page.setViewportSize(dress.viewport);
      await openDownload(true);
    }
    await row.press('F2');
    const field = page.getByRole('textbox', { name: t('files.newName') });
    await expect(field).toBeFocused();
    await field.fill('a/b');
    await field.press('Enter');
    await expect(row.getByRole('status')).not.toBeEmpty();
    await field.fill(renamed);
    await field.press('Enter');
    // While it is written, the field's line has the new name already.
    await expect(field).toBeHidden();
    const other = list.getByRole('row', { name: renamed });
    await expect(other).toBeVisible();
    await expect.poll(() => shell(member, '主力-01', 'ls /sdcard/Download')).toBe(renamed);

    // The keyboard went with the line.
    await expect(other).toBeFocused();
    await other.press('Delete');
    await expect(dialog(page).last()).toContainText(renamed);
    await page
      .getByRole('button', { name: t('files.deleteVerb', { count: '1' }).replace(/\{\{.*/, '') })
      .last()
      .click();
    await expect(page.getByText(t('files.empty'))).toBeVisible();
    await expect.poll(() => shell(member, '主力-01', 'ls /sdcard/Download')).toBe('');
  });
}
