// Files let go of over a phone that is played: an app is installed and stands on the phone, a text lies in its Download folder.
import type { Page } from '@playwright/test';
import { enter, lend } from '../../account';
import { makeApk } from '../../apk';
import { expect, test } from '../../fixtures';
import { act, openReceipt, select, shell } from '../../operations';
import { live, picture } from '../../phone';
import { dresses, enterIn, once, openPhone, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

interface Dropped {
  name: string;
  bytes: Buffer;
}

/** Holds files over the phone's picture, then lets go of them. */
async function drop(page: Page, files: readonly Dropped[], surface: RegExp | string): Promise<void> {
  const plain = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, plain);
  await picture(page).dispatchEvent('dragover', { dataTransfer: data });
  await expect(page.getByText(surface)).toBeVisible();
  await picture(page).dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText(surface)).toBeHidden();
}

for (const dress of dresses) {
  test(
    `an app that is dropped on the screen is installed, a text lies in Download, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, demo, complaints }) => {
      const member = await demo.member('主力-01');
      const t = wordsIn(dress.language);
      const tag = dress.wide ? 'desk' : 'hand';
      const app = `org.example.${tag}`;
      await enterIn(page, dress, member.account);
      await openPhone(page);
      await live(page);

      const surface = t('play.dropHere', { name: '主力-01' });
      const files = [
        { name: `${tag}.apk`, bytes: makeApk(app, `纸鹤 ${tag}`, 7) },
        { name: `${tag} 清单.txt`, bytes: Buffer.from(`hello ${tag}`) },
      ];
      await drop(page, files, surface);
      const dialog = page.getByRole('dialog', { name: t('uploads.title') });
      const list = dialog.getByRole('list', { name: t('uploads.files') });
      // The app says what it is, and the same is not taken twice.
      await expect(list.getByText(`纸鹤 ${tag}`)).toBeVisible();
      await expect(list.getByText(app)).toBeVisible();
      // While one is on its way none is taken.
      const install = dialog.getByRole('button', { name: new RegExp(`^${t('uploads.installStart', { count: '1' })}`) });
      await expect(install).toBeEnabled();
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: `${tag}.APK`, mimeType: 'text/plain', buffer: Buffer.from('x') });
      await expect(
        dialog.getByText(dress.language === 'zh-CN' ? '文件或应用已存在' : 'File or app already exists'),
      ).toBeVisible();
      await expect(list.getByRole('listitem')).toHaveCount(2);
      for (const option of ['grantPermissions', 'replace', 'allowDowngrade'])
        await expect(dialog.getByRole('switch', { name: new RegExp(`^${t(`uploads.${option}`)}`) })).toBeVisible();
      await sound(page);

      await install.click();
      const receipt = page.getByRole('dialog').filter({ hasText: t('operations.done') });
      await expect(receipt).toBeVisible();
      const onPhone = (command: string) => expect.poll(() => shell(member, '主力-01', command));
      await onPhone('pm list packages -3').toContain(`package:${app}`);
      await onPhone(`cat '/sdcard/Download/${tag} 清单.txt' || true`).toBe(`hello ${tag}`);
      // The phone was played all the while.
      await page.keyboard.press('Escape');
      await live(page);
      expect(complaints).toEqual([]);
    },
  );
}

test('who may only look has no button, and what is dropped opens nothing', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('主力-01');
  const t = wordsIn('zh-CN');
  const { account: viewer } = await demo.member();
  await lend(demo, member, '主力-01', viewer, 'view');
  await enter(page, 'zh-CN', viewer);
  await openPhone(page, '主力-01');
  await live(page);
  await expect(page.getByRole('button', { name: t('play.push') })).toHaveCount(0);
  // A page that takes files keeps them from the browser at once, and opens its dialog later.
  const taken = await picture(page).evaluate((place) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.txt'));
    const untouched = (type: string) =>
      place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    return ['dragover', 'drop'].filter((type) => !untouched(type));
  });
  expect(taken).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('files are brought to several phones from the list, and the receipt shows each', SWEPT, async ({ page, demo }) => {
  const member = await demo.member('选品 A', '直播间');
  const t = wordsIn('zh-CN');
  await enter(page, 'zh-CN', member.account);
  await select(page, '选品 A', '直播间');
  await act(page, t('actions.pushFile'));
  const dialog = page.getByRole('dialog', { name: t('uploads.title') });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'both.txt', mimeType: 'text/plain', buffer: Buffer.from('to both') });
  await dialog.getByRole('button', { name: t('uploads.pushStart', { count: '2' }) }).click();
  const receipt = await openReceipt(page);
  await expect(receipt.getByText(t('operations.done'))).toHaveCount(2);
  for (const name of ['选品 A', '直播间'])
    await expect.poll(() => shell(member, name, 'cat /sdcard/Download/both.txt || true')).toBe('to both');
});
