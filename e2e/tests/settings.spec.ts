// The settings drawer: what it changes at once, what saving keeps, what resetting forgets.
import type { Page } from '@playwright/test';
import { enter, languages } from '../account';
import { expect, test } from '../fixtures';
import { routed, say, sound, storedLayout, withLayout, withRouters } from '../shell';

const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--owl-accent').trim().toUpperCase());

for (const language of languages) {
  const t = say(language);

  test(`the drawer changes at once, saves, and resets, ${language}`, async ({ page, complaints }) => {
    await enter(page, language);
    expect(await storedLayout(page)).toBeNull();
    expect(await accent(page)).toBe('#409EFF');
    const handle = page.getByRole('button', { name: t('shell.layout') });
    expect((await handle.boundingBox())?.y).toBe(250);
    await handle.click();
    const drawer = page.getByRole('dialog', { name: t('shell.layout') });
    for (const [key, on] of [['topNav', false], ['tagsView', false], ['fixedHeader', false], ['sidebarLogo', true]] as const) {
      await expect(drawer.getByRole('switch', { name: t(`shell.set.${key}`) })).toBeChecked({ checked: on });
    }
    await sound(page);
    await drawer.getByRole('radio', { name: t('shell.set.colour', { colour: '#6959CD' }) }).check({ force: true });
    expect(await accent(page)).toBe('#6959CD');
    await drawer.getByRole('switch', { name: t('shell.set.tagsView') }).click();
    await expect(page.getByRole('navigation', { name: t('shell.tabs'), includeHidden: true })).toBeVisible();
    await drawer.getByRole('switch', { name: t('shell.set.sidebarLogo') }).click();
    await expect(page.locator('[data-side] img, [data-side] > a')).toHaveCount(0);
    await drawer.getByText(t('shell.light'), { exact: true }).last().click();
    await expect(page.locator('[data-side="theme-light"]')).toHaveCount(1);
    expect(await storedLayout(page)).toBeNull();
    await drawer.getByRole('button', { name: t('shell.set.save') }).click();
    await expect(drawer).toBeHidden();
    expect(await storedLayout(page)).toEqual({
      theme: '#6959CD', sideTheme: 'theme-light', showSettings: true, topNav: false, tagsView: true, fixedHeader: false, sidebarLogo: false,
    });
    await page.reload();
    await expect(page.locator('[data-side="theme-light"]')).toHaveCount(1);
    expect(await accent(page)).toBe('#6959CD');
    await sound(page);
    await handle.click();
    await drawer.getByRole('button', { name: t('common.reset') }).click();
    await expect(page.locator('[data-side="theme-dark"]')).toHaveCount(1);
    expect(await accent(page)).toBe('#409EFF');
    expect(await storedLayout(page)).toBeNull();
    expect(complaints).toEqual([]);
  });
}

for (const language of languages) {
  const t = say(language);

  test(`the header goes with the page unless it is fixed, which is gone after a reload when it was not saved, ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1100, height: 420 });
    await enter(page, language);
    const top = async () => Math.round((await page.locator('header').boundingBox())?.y ?? 0);
    const scroll = async () => {
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.locator('#page-scroller').evaluate((element) => element.scrollTo(0, 150));
    };
    await scroll();
    expect(await top()).toBeLessThan(0);
    await page.getByRole('button', { name: t('shell.layout') }).click();
    await page.getByRole('switch', { name: t('shell.set.fixedHeader') }).click();
    await expect.poll(top).toBe(0);
    await page.getByRole('switch', { name: t('shell.set.tagsView') }).click();
    await page.reload();
    await scroll();
    expect(await top()).toBeLessThan(0);
    await expect(page.getByRole('navigation', { name: t('shell.tabs') })).toHaveCount(0);
  });
}

for (const language of languages) {
  const t = say(language);

  test(`the top navigation holds a third of the window at 85 px an item, the rest under "more", ${language}`, async ({
    page,
  }) => {
    await withLayout(page, { topNav: true });
    const link = (n: number) => routed(`https://help.example/${n}`, '', { meta: { title: `帮助${n}` } });
    await withRouters(page, [
      ...[1, 2, 3, 4].map(link),
      routed('/desk', 'Layout', {
        redirect: 'noRedirect',
        meta: { title: '工作台' },
        children: [routed('one', 'phones/index'), routed('two', 'phones/index')],
      }),
    ]);
    await enter(page, language);
    const menu = page.locator('header').getByRole('navigation', { name: t('shell.navigation') });
    await expect(menu.getByRole('link')).toHaveCount(5);
    await expect(page.locator('[data-side]')).toHaveCount(0);
    await menu.getByRole('button', { name: t('shell.more') }).click();
    await page.getByRole('menuitem', { name: '工作台' }).click();
    await expect(page).toHaveURL(/\/app\/desk\/one$/);
    await expect(page.locator('[data-side] nav a')).toHaveCount(2);
    await page.setViewportSize({ width: 1020, height: 800 });
    await expect(menu.getByRole('link').filter({ hasText: '帮助' })).toHaveCount(1);
    await expect(menu.getByRole('link', { name: '帮助1' })).toHaveAttribute('target', '_blank');
  });
}
