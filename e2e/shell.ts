// What the tests of the frame share: the frame's own words, a layout to begin with, a router list of the test's making.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Language } from './account';

type Tree = { [key: string]: string | Tree };

/** The frame's words, and those of further parts: `say('en-US')('shell.search')`. */
export function say(language: Language, ...more: string[]): (key: string, values?: Record<string, string>) => string {
  const part = (name: string) =>
    JSON.parse(readFileSync(resolve(`../webapp/src/i18n/${language}/${name}.json`), 'utf8')) as Tree;
  const tree: Tree = Object.assign({}, ...['core', 'shell', ...more].map(part));
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>((at, each) => (typeof at === 'object' ? at[each] : undefined), tree);
    if (typeof found !== 'string') throw new Error(`no words for ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** Begins with this layout; a page that has one of its own keeps it. */
export async function withLayout(page: Page, setting: object): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('layout-setting') === null) localStorage.setItem('layout-setting', text);
  }, JSON.stringify(setting));
}

export const storedLayout = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as Record<string, unknown> | null);

/** Puts further entries beside those of the server's router list. */
export async function withRouters(page: Page, more: object[]): Promise<void> {
  await page.route('**/getRouters', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data?: object[] | null };
    await route.fulfill({ response: answer, json: body.data ? { ...body, data: [...body.data, ...more] } : body });
  });
}

export const routed = (path: string, component: string, more: object = {}) => ({ path, component, hidden: false, ...more });

/** Nothing serious for axe, nothing sticks out sideways. */
export async function sound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('canvas').analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  expect(bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0);
}

/** Opens the first phone's stage from the list. */
export async function openPhone(page: Page, name = '主力-01'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(打开|Open) ${name}$`) }).press('Enter');
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
