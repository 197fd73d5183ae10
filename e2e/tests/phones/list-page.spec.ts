// The frame of every list, at the list of phones: what stands in the place of its rows, and its question in the address; in both languages,
// on a desk and on a phone.
import type { Route } from '@playwright/test';
import { AGAIN, expect, test } from '../../fixtures';
import { dresses, enterIn } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const LIST = '**/app-api/trade/phone/app-page';
const REFUSAL = { code: 1011101001, msg: 'No such shelf' };

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);

  test(
    `a list fails with words and number, waits in its shape, and finds nothing with one step on, ${where}`,
    SWEPT,
    async ({ page }) => {
      let answering: 'refused' | 'late' | 'well' = 'refused';
      let release = () => {};
      const late = new Promise<void>((done) => {
        release = done;
      });
      await page.route(LIST, async (route) => {
        if (answering === 'refused') return route.fulfill({ json: REFUSAL, headers: { 'x-request-id': 'req-7' } });
        if (answering === 'late') await late;
        await route.continue();
      });
      await enterIn(page, dress);
      const instead = (look: string) => page.locator(`main section[data-look="${look}"]`);
      const failed = instead('crossed');
      await expect(failed.getByRole('heading')).toHaveText(t('list.failed'));
      await expect(failed).toContainText(REFUSAL.msg);
      await expect(failed).toContainText(t('fault.requestId', { id: 'req-7' }));
      answering = 'late';
      await failed.getByRole('button', { name: t('common.retry') }).click();
      const waiting = page.locator('main').getByRole('status', { name: t('common.loading') });
      await expect(waiting.locator(':scope > div')).toHaveCount(16);
      answering = 'well';
      release();
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(6);
      await expect(waiting).toHaveCount(0);

      const search = page.getByPlaceholder(t('list.search'));
      await search.fill('短视频');
      await search.press('Enter');
      await expect(page).toHaveURL(/\/app\/index\?q=/);
      await expect(cards).toHaveCount(1);
      await page.reload();
      await expect(cards).toHaveCount(1);
      await expect(search).toHaveValue('短视频');
      await search.fill('nothing of it');
      await search.press('Enter');
      await expect(instead('half').getByRole('heading')).toHaveText(t('list.noMatch'));
      await expect(instead('half').getByRole('button')).toHaveText(t('list.clear'));
      await instead('half').getByRole('button').click();
      await expect(page).toHaveURL(/\/app\/index$/);
      await expect(cards).toHaveCount(6);

      await page.getByRole('combobox', { name: t('list.sort') }).click();
      await page.getByTitle(t('list.sort3'), { exact: true }).last().click();
      await expect(page).toHaveURL(/\/app\/index\?sort=3$/);
      expect(await page.evaluate(() => localStorage.getItem('sortType'))).toBe('3');
    },
  );

  test(
    `its pages are the server’s, and the page and its size are in the address, ${where}`,
    SWEPT,
    async ({ page }) => {
      const asked: { pageNo: number; pageSize: number }[] = [];
      // The server has one page of phones: it is given out as each of many.
      await page.route(LIST, async (route: Route) => {
        const question = route.request().postDataJSON() as { pageNo: number; pageSize: number };
        asked.push({ pageNo: question.pageNo, pageSize: question.pageSize });
        const answer = await route.fetch({ ...AGAIN, postData: { ...question, pageNo: 1 } });
        const body = (await answer.json()) as { data: object };
        await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, total: 126 } } });
      });
      await enterIn(page, dress);
      const pager = page.getByRole('navigation', { name: t('pager.name') });
      const now = async () => asked.at(-1);
      await expect.poll(now).toEqual({ pageNo: 1, pageSize: 20 });
      await expect(pager.getByText(t('list.pageTotal', { count: '126' }), { exact: true })).toBeVisible();
      await pager.locator('.ant-pagination-next').click();
      await expect(page).toHaveURL(/\/app\/index\?page=2$/);
      await expect.poll(now).toEqual({ pageNo: 2, pageSize: 20 });
      await page.reload();
      await expect(page.getByRole('article')).toHaveCount(6);
      await expect.poll(now).toEqual({ pageNo: 2, pageSize: 20 });
      if (wide) {
        await expect(pager.locator('.ant-pagination-item-active')).toHaveText('2');
        await pager.getByRole('combobox', { name: t('pager.size') }).click();
        await page
          .getByTitle(t('pager.perPage', { n: '50' }), { exact: true })
          .last()
          .click();
        // Choosing another page size goes to the first page.
        await expect(page).toHaveURL(/\/app\/index\?size=50$/);
        await expect.poll(now).toEqual({ pageNo: 1, pageSize: 50 });
      } else await expect(pager.locator('.ant-pagination-simple-pager')).toHaveText(/^2\s*\/\s*7$/);
      // The list goes on asking.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}
