// The list: search for one or many, sorts, pages, all of it in the address.
import { expect, signIn, test } from '../fixtures';

const names = (page: import('@playwright/test').Page) =>
  page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));

test('a search finds one by a part and many by whole names, and says which are missing @pg', async ({ page }) => {
  await signIn(page);
  const search = page.getByPlaceholder('名称或编号，逗号分隔可查多台');
  await search.fill('短视频');
  await search.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await search.fill('主力-01, 直播间 没有这台');
  await search.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText('没有找到 1 个：没有这台')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await search.fill('nothing at all here');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: '没有符合条件的手机' })).toBeVisible();
});

test('each sort has its order, and the address keeps it', async ({ page }) => {
  await signIn(page);
  await page.goto('/app/index?sort=2');
  await expect.poll(() => names(page)).toEqual(['直播间', '选品 A', '短视频-02', '备用-04', '主力-01', '小店客服']);
  await page.goto('/app/index?sort=3');
  await expect.poll(() => names(page)).toEqual(['备用-04', '短视频-02', '小店客服', '选品 A', '直播间', '主力-01']);
  await page.goto('/app/index?sort=3&order=desc');
  await expect.poll(() => names(page)).toEqual(['主力-01', '直播间', '选品 A', '小店客服', '短视频-02', '备用-04']);
});

test('every running phone shows a live small picture', async ({ page }) => {
  await signIn(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(6);
  for (const card of await cards.all()) {
    await expect
      .poll(() =>
        card.evaluate((element) => {
          const canvas = element.querySelector('canvas');
          if (!canvas) return 0;
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [16, 16];
          const context = copy.getContext('2d');
          context?.drawImage(canvas, 0, 0, 16, 16);
          return new Set(context?.getImageData(0, 0, 16, 16).data).size;
        }),
      )
      .toBeGreaterThan(10);
  }
});

test('the keyboard alone opens a phone', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: '打开 主力-01' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
});
