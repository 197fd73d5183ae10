// Helpers of the tests of the parts: words that are not taken from the interface, a section of the gallery, where something ends, a file's lines.
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { type Dress, enterIn } from './shell';

export const GALLERY = '/app/gallery';

/** Words that are not taken from the interface's own, so that those are held too; and the words of the rules. */
export const words = {
  'zh-CN': {
    title: '部件',
    tooLong: '杭州直播间主力机备用零三',
    tooLongSaid: '最多 10 个字，现在 12 个',
    emptySaid: '名称不能为空',
    cancel: '取消',
    confirm: '输入 12 以确认',
    phoneSaid: '请输入正确的手机号',
    rowsSaved: '已导出 500 行',
    total: '共 500 台',
    sizes: ['10 条/页', '20 条/页', '30 条/页', '50 条/页'],
    picked: '已选 86 / 100',
    figures: ['¥1,092.05', '26.00 GB', '1 天 2 小时 3 分钟', '1 小时前', '剩 5 天'],
    about5: '约 5 分钟',
    statuses: [
      '异常',
      '运行中',
      '重启中',
      '重启失败',
      '恢复出厂中',
      '恢复出厂失败',
      '镜像升级中',
      '镜像升级失败',
      '一键新机中',
      '一键新机失败',
      '备份中',
      '备份失败',
      '备份成功',
      '迁移中',
      '迁移失败',
      '维护中',
      '已关机',
      '已到期',
    ],
  },
  'en-US': {
    title: 'Components',
    tooLong: 'twelve chars',
    tooLongSaid: 'At most 10 characters, now 12',
    emptySaid: 'The name cannot be empty',
    cancel: 'Cancel',
    confirm: 'Type 12 to confirm',
    phoneSaid: 'Enter a valid phone number',
    rowsSaved: '500 rows exported',
    total: '500 phones',
    sizes: ['10 / page', '20 / page', '30 / page', '50 / page'],
    picked: '86 of 100 selected',
    figures: ['¥1,092.05', '26.00 GB', '1 d 2 h 3 min', '1 h ago', '5 d left'],
    about5: 'About 5 minutes',
    statuses: [
      'Abnormal',
      'Running',
      'Restarting',
      'Restart failed',
      'Resetting',
      'Reset failed',
      'Upgrading image',
      'Image upgrade failed',
      'Initializing',
      'New device failed',
      'Backing up',
      'Backup failed',
      'Backup successful',
      'Migrating',
      'Migration failed',
      'Maintenance',
      'Powered off',
      'Expired',
    ],
  },
} as const;

export async function openGallery(page: Page, dress: Dress): Promise<void> {
  await enterIn(page, dress, 'admin', GALLERY);
  await expect(page.getByRole('heading', { level: 1, name: words[dress.language].title, exact: true })).toBeVisible();
}

/** A section by its title, behind which the part's name in the code stands. */
export const part = (page: Page, title: string) =>
  page.locator('section').filter({
    has: page.getByRole('heading', { level: 2, name: new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) }),
  });

/** Where the lower edge of something is. */
export const lowerEdge = async (place: Locator) => {
  const box = await place.boundingBox();
  return box ? Math.round(box.y + box.height) : 0;
};

/** The lines of a file, without the mark at its beginning. */
export async function linesOf(download: Promise<Download>): Promise<string[]> {
  const text = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString('utf8');
  return text.replace(/^\ufeff/, '').split('\r\n');
}

/** Opens a row's menu. A list that is asked for again may draw the row anew between the click and its menu. */
export async function openMenu(button: Locator, entry: Locator): Promise<void> {
  await expect(async () => {
    if (!(await entry.isVisible())) await button.click();
    await expect(entry).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/**
 * Searches a list, and waits until the list is asked. The one of before may have the same row, and gives way then, with a menu or a field that is
 * open in it; the address shows the words earlier.
 */
export async function searchList(page: Page, name: string, words: string): Promise<void> {
  const asked = page.waitForRequest((call) => new URL(call.url()).searchParams.get('keyword') === words);
  await page.getByRole('textbox', { name }).fill(words);
  await page.keyboard.press('Enter');
  await asked;
}
