// The tabs bar: visited views, the ways of closing, where closing leads, and pages that keep their state behind it. A phone has none: that its
// menu and its palette lead to all pages settings.spec.ts shows.
import type { Locator, Page } from '@playwright/test';
import { enter, languages, spoken } from '../../account';
import { expect, test } from '../../fixtures';
import { go, markPage, routed, sound, withLayout, withRouters } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const more = ['/one', '/two', '/three'].map((path) => routed(path, 'phones/index', { hidden: true }));
const NAME = new RegExp(`^(${languages.map((language) => wordsIn(language)('shell.tabs')).join('|')})$`);
const bar = (page: Page) => page.getByRole('navigation', { name: NAME });
const tabs = (page: Page) => bar(page).locator('li');
const hrefs = (page: Page) =>
  tabs(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace('/app', '')));

/** Waits until the view is shown: its address comes first, and until then the view before takes clicks and keys. */
const shows = (page: Page, path: string) =>
  expect(bar(page).locator('a[aria-current=page]')).toHaveAttribute('href', new RegExp(`^/app${path}(\\?|$)`));

async function visit(page: Page, path: string): Promise<void> {
  await go(page, path);
  await shows(page, path);
}

async function start(page: Page, language: 'zh-CN' | 'en-US' = 'zh-CN'): Promise<void> {
  await withLayout(page, { tagsView: true });
  await withRouters(page, more);
  await enter(page, language);
  await expect(tabs(page)).toHaveCount(1);
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(
    `on a desk alone: a tab's menu closes others, those to the right, all; the pinned one stays, ${language}`,
    SWEPT,
    async ({ page, complaints }) => {
      await start(page, language);
      const pick = async (item: string) => {
        const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)');
        await expect(menu).toBeVisible();
        expect(Math.round((await menu.boundingBox())?.width ?? 0)).toBe(105);
        await menu.getByRole('menuitem', { name: t(`shell.tab.${item}`), exact: true }).click();
        await expect(menu).toHaveCount(0);
      };
      const choose = async (index: number, item: string) => {
        await tabs(page).nth(index).locator('a').click({ button: 'right' });
        await pick(item);
      };
      const all = async () => {
        for (const path of ['/one', '/two', '/three']) await visit(page, path);
        await expect.poll(() => hrefs(page)).toEqual(['/index', '/one', '/two', '/three']);
      };
      await all();
      await sound(page);
      await choose(1, 'right');
      await expect.poll(() => hrefs(page)).toEqual(['/index', '/one']);
      await expect(page).toHaveURL(/\/app\/one$/);
      await all();
      await choose(2, 'others');
      await expect.poll(() => hrefs(page)).toEqual(['/index', '/two']);
      await expect(page).toHaveURL(/\/app\/two$/);
      // The page of before is shown a moment longer.
      await expect(bar(page).locator('a[aria-current=page]')).toHaveAttribute('href', '/app/two');
      const before = await markPage(page);
      await choose(1, 'refresh');
      await expect(before).toHaveCount(0);
      await expect(page).toHaveURL(/\/app\/two$/);
      await visit(page, '/three');
      await choose(2, 'current');
      await expect.poll(() => hrefs(page)).toEqual(['/index', '/two']);
      await expect(page).toHaveURL(/\/app\/two$/);
      // The open tab has the same actions behind a button at the end of the bar.
      await visit(page, '/one');
      await bar(page)
        .getByRole('button', { name: t('shell.tab.menu') })
        .click();
      await pick('others');
      await expect.poll(() => hrefs(page)).toEqual(['/index', '/one']);
      await choose(1, 'all');
      await expect.poll(() => hrefs(page)).toEqual(['/index']);
      await expect(page).toHaveURL(/\/app\/index$/);
      await tabs(page).first().locator('a').click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: t('shell.tab.current'), exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await page.keyboard.press('Escape');
      await expect(tabs(page).first().getByRole('button')).toHaveCount(0);
      expect(complaints).toEqual([]);
    },
  );
}

for (const language of spoken('zh-CN')) {
  const t = wordsIn(language);

  test(`on a desk alone: closing the open tab leads to the last one, at last to the list, which keeps what one was doing until it is refreshed, ${language}`, async ({
    page,
  }) => {
    await start(page, language);
    for (const path of ['/one', '/two', '/three', '/one']) await visit(page, path);
    await bar(page)
      .getByRole('button', { name: t('shell.tab.close', { name: '' }).trim() })
      .first()
      .click();
    await expect(page).toHaveURL(/\/app\/three$/);
    // A view that is shown only after its tab was closed brings the tab back.
    await shows(page, '/three');
    await tabs(page).nth(1).locator('a').click({ button: 'middle' });
    await expect.poll(() => hrefs(page)).toEqual(['/index', '/three']);
    await expect(page).toHaveURL(/\/app\/three$/);
    await tabs(page).nth(1).locator('a').click({ button: 'middle' });
    await shows(page, '/index');
    await tabs(page).first().locator('a').click({ button: 'middle' });
    await expect(tabs(page)).toHaveCount(1);

    const field = () => page.getByPlaceholder(t('list.search')).locator('visible=true');
    await field().fill('主力');
    await expect(tabs(page).first().locator('a')).toHaveAttribute('href', /q=/);
    await page.getByText(t('list.batch'), { exact: true }).locator('visible=true').click();
    await page.locator('textarea:visible').fill('甲');
    await visit(page, '/one');
    await tabs(page).first().locator('a').click();
    await expect(page).toHaveURL(/\/app\/index\?.*q=/);
    await expect(field()).toHaveValue('主力');
    await expect(page.locator('textarea').first()).toHaveValue('甲');
    await bar(page)
      .getByRole('button', { name: t('shell.tab.refresh') })
      .click();
    await expect(page).toHaveURL(/\/app\/index\?.*q=/);
    await expect(page.locator('textarea:visible')).toHaveCount(0);
  });
}

/** Opens a view whose tab is at the left end; how long its coming into view took, and at how many places the strip stood between. */
const wayToTheLeft = (pane: Locator, path: string) =>
  pane.evaluate(
    (element, to) =>
      new Promise<{ took: number; between: number }>((done) => {
        const from = element.scrollLeft;
        const began = performance.now();
        const between = new Set<number>();
        const look = () => {
          const { scrollLeft: left } = element;
          if (left === 0) return done({ took: performance.now() - began, between: between.size });
          if (left !== from) between.add(left);
          requestAnimationFrame(look);
        };
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        look();
      }),
    `/app${path}`,
  );

for (const language of spoken('en-US')) {
  test(
    `on a desk alone: the strip moves by a quarter of the wheel and brings the open tab into view, ${language}`,
    SWEPT,
    async ({ page }) => {
      await page.setViewportSize({ width: 992, height: 700 });
      await withLayout(page, { tagsView: true });
      const many = Array.from({ length: 16 }, (_, i) => routed(`/page${i}`, 'phones/index', { hidden: true }));
      await withRouters(page, many);
      await enter(page, language);
      for (const { path } of many) await visit(page, path);
      const pane = bar(page).locator('div').first();
      const left = () => pane.evaluate((element) => element.scrollLeft);
      const end = await pane.evaluate((element) => element.scrollWidth - element.clientWidth);
      await expect.poll(left).toBe(end);
      await visit(page, '/index');
      await expect.poll(left).toBe(0);
      await pane.hover();
      await page.mouse.wheel(0, 120);
      await expect.poll(left).toBe(30);
      await page.mouse.wheel(0, -80);
      await expect.poll(left).toBe(10);
      // A tab that comes into view keeps 4 px beside it.
      await pane.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
      await visit(page, '/page3');
      const beside = await tabs(page)
        .nth(4)
        .evaluate((tab) => (tab as HTMLElement).offsetLeft - 4);
      await expect.poll(left).toBe(beside);
      expect(beside).toBeGreaterThan(10);

      // Scrolling takes half a second, and no time where less motion is asked for.
      await pane.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
      expect((await wayToTheLeft(pane, '/index')).between).toBe(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await visit(page, '/page15');
      await expect.poll(left).toBe(end);
      const slow = await wayToTheLeft(pane, '/index');
      // The last of its pixels is passed a moment before its end.
      expect(slow.took).toBeGreaterThanOrEqual(450);
      expect(slow.between).toBeGreaterThan(0);
    },
  );
}
