// Upload records: what was sent to phones, what came of it on each, the failed tried again, and the same sent on to another phone; and the
// cloud files, from which it is sent without being uploaded again.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { shell } from '../operations';
import { dresses, enterIn, go, once, sound } from '../shell';
import { type Translate, wordsIn } from '../words';

for (const dress of dresses) {
  test(
    `a sending is followed, tried again and sent on, ${dress.where}`,
    once(dress, 'phone'),
    async ({ page, demo, complaints }) => {
      const member = await demo.member('选品 A', '直播间');
      const t = wordsIn(dress.language);
      // The storage of 直播间 is full, so that the sending to it fails and the other is done.
      await shell(member, '直播间', 'setprop owl.fault full');
      await enterIn(page, dress, member.account);
      await go(page, '/uploadRecords');
      await expect(page.getByText(t('records.empty'))).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('empty.png') });
      await page
        .getByRole('button', { name: t('records.push') })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: t('uploads.title') });
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: '素材 1.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
      await dialog.getByRole('button', { name: t('uploads.pick'), exact: true }).click();
      for (const name of ['选品 A', '直播间']) await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
      await dialog.getByRole('button', { name: t('uploads.pushStart', { count: '2' }) }).click();

      const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
      await expect(receipt.getByText(/云手机存储空间不足|not enough free space/)).toBeVisible();
      await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();
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
      await expect(receipt.getByText(new RegExp(t('operations.done')))).not.toHaveCount(0);
      await expect.poll(() => shell(member, '直播间', "cat '/sdcard/Download/素材 1.txt' || true")).toBe('hello');
      await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();
      await expect(row(t('records.success'))).toContainText(t('records.phones', { count: '1' }));

      // Nothing is uploaded again.
      await shell(member, '选品 A', "rm '/sdcard/Download/素材 1.txt'");
      await row(t('records.success'))
        .getByRole('button', { name: t('records.again') })
        .click();
      const again = page.getByRole('dialog', { name: t('records.sendTitle', { names: '素材 1.txt' }) });
      await again.getByRole('checkbox', { name: /选品 A/ }).check();
      await again.getByRole('button', { name: t('records.sendN', { n: '1' }) }).click();
      await expect(receipt.getByText(new RegExp(t('operations.done')))).not.toHaveCount(0);
      await expect.poll(() => shell(member, '选品 A', "cat '/sdcard/Download/素材 1.txt' || true")).toBe('hello');
      await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();

      await page
        .locator('label')
        .filter({ hasText: t('records.partialSuccess') })
        .click();
      await expect(page).toHaveURL(/outcome=partialSuccess/);
      await expect(rows.filter({ hasText: '素材 1.txt' })).toHaveCount(1);
      expect(complaints).toEqual([]);
    },
  );
}

for (const dress of dresses) {
  test(
    `of what is dropped a real folder is refused in words; the file beside it stays in the cloud, is sent from there and deleted, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, demo, complaints }) => {
      const member = await demo.member('选品 A', '直播间');
      const t = wordsIn(dress.language);
      await enterIn(page, dress, member.account);
      await go(page, '/uploadRecords');
      const push = page.getByRole('dialog', { name: t('uploads.title') });
      /** From the library the phones are to be chosen at once: their list is open. */
      const pick = async (name: string, from?: 'library') => {
        if (!from) await push.getByRole('button', { name: t('uploads.pick'), exact: true }).click();
        await push.getByRole('checkbox', { name: new RegExp(name) }).check();
        await push.getByRole('button', { name: t('uploads.pushStart', { count: '1' }) }).click();
      };
      const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
      const done = async (name: string) => {
        await expect(receipt.getByText(new RegExp(t('operations.done')))).not.toHaveCount(0);
        await expect.poll(() => shell(member, name, "cat '/sdcard/Download/主图 1.txt' || true")).toBe('picture');
        await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();
      };
      await page
        .getByRole('button', { name: t('records.push') })
        .first()
        .click();
      await dropBesideFolder(page, push, '主图 1.txt');
      await leaveFolderOut(page, push, '主图 1.txt', t);
      await pick('选品 A');
      await done('选品 A');
      expect(await shell(member, '选品 A', 'ls /sdcard/Download')).toBe('主图 1.txt');

      // Chosen in the dialog, beside what is on this device.
      await page
        .getByRole('button', { name: t('records.push') })
        .first()
        .click();
      await push.getByText(t('uploads.source_cloud'), { exact: true }).click();
      await push.getByRole('checkbox', { name: t('cloud.select', { name: '主图 1.txt' }) }).check();
      await expect(push.getByRole('list', { name: t('uploads.files') })).toContainText('主图 1.txt');
      await page.screenshot({ path: test.info().outputPath('picked.png') });
      await pick('直播间');
      await done('直播间');

      // From the library, which says how much space is taken.
      const uploaded: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/infra/tus/files') && request.method() !== 'DELETE') uploaded.push(request.url());
      });
      await shell(member, '直播间', "rm '/sdcard/Download/主图 1.txt'");
      await page.getByTitle(t('cloud.open')).click();
      const library = page.getByRole('dialog', { name: t('cloud.title') });
      await expect(library.getByText(t('cloud.kept', { count: '90' }))).toBeVisible();
      await library.getByRole('textbox', { name: t('cloud.search') }).fill('nothing');
      await expect(library.getByText(t('cloud.noMatch'))).toBeVisible();
      await library.getByRole('textbox', { name: t('cloud.search') }).fill('主图');
      await expect(library.getByRole('listitem')).toHaveCount(1);
      await page.screenshot({ path: test.info().outputPath('library.png') });
      await sound(page);
      await library.getByRole('button', { name: t('cloud.send'), exact: true }).click();
      await pick('直播间', 'library');
      await done('直播间');
      expect(uploaded).toEqual([]);

      // A different file of that name is there: the lane says so, and offers both ways out.
      await shell(member, '直播间', "echo other > '/sdcard/Download/主图 1.txt'");
      await page.getByTitle(t('cloud.open')).click();
      await library.getByRole('button', { name: t('cloud.send'), exact: true }).click();
      await pick('直播间', 'library');
      await expect(receipt.getByText(/云手机上已有同名文件|another file of that name/)).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('taken.png') });
      await receipt.getByRole('button', { name: new RegExp(`^${t('operations.renameFile')}`) }).click();
      await expect.poll(() => shell(member, '直播间', "cat '/sdcard/Download/主图 1 (2).txt' || true")).toBe('picture');
      expect(await shell(member, '直播间', "cat '/sdcard/Download/主图 1.txt'")).toContain('other');
      await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();

      await page.getByTitle(t('cloud.open')).click();
      await library.getByRole('button', { name: t('cloud.delete', { name: '主图 1.txt' }) }).click();
      const question = page.getByRole('dialog', { name: t('cloud.deleteTitle', { name: '主图 1.txt' }) });
      await question.getByRole('button', { name: t('cloud.deleteVerb'), exact: true }).click();
      await expect(library.getByText(t('cloud.empty'))).toBeVisible();
      await library.getByRole('button', { name: t('common.close'), exact: true }).click();
      await expect(page.getByRole('button', { name: t('records.again') })).toHaveCount(0);
      expect(complaints).toEqual([]);
    },
  );
}

/** Drops this file and a folder beside it. The drag is the browser's own, since a file that a script makes is no folder. */
async function dropBesideFolder(page: Page, push: Locator, name: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'owldeck-drop-'));
  const [folder, file] = [mkdtempSync(join(home, 'folder-')), join(home, name)];
  for (const path of [join(folder, 'inside.txt'), file]) writeFileSync(path, 'picture');
  const place = push.locator('[data-over]');
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder, file], dragOperationsMask: 1 };
  let at = { x: 0, y: 0 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', { type, ...at, data });
  // The dialog may still grow and move: what is dragged follows its place until it is over it.
  await expect(async () => {
    const box = await place.boundingBox();
    at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    await send('dragEnter');
    await send('dragOver');
    await expect(place).toHaveAttribute('data-over', 'true', { timeout: 1_000 });
  }).toPass();
  await send('drop');
}

/** Of what was dropped the folder alone is refused, and keeps the sending from beginning until it is removed. */
async function leaveFolderOut(page: Page, push: Locator, name: string, t: Translate): Promise<void> {
  const files = push.getByRole('list', { name: t('uploads.files') });
  const row = (words: string) => files.getByRole('listitem').filter({ hasText: words });
  await expect(row('folder-').getByRole('alert')).toHaveText(t('uploads.unreadable'));
  await expect(row(name).getByRole('progressbar')).toHaveCount(0);
  await expect(row(name).getByRole('alert')).toHaveCount(0);
  await expect(push.getByText(t('uploads.notReady'))).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('folder.png') });
  await row('folder-').getByRole('button').click();
  await expect(row('folder-')).toHaveCount(0);
}
