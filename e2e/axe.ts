// Findings of axe on a page: asked inside it, in one go, for what is wrong alone. Its usual driver opens a page more for each answer and
// takes five times as long.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on colour: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Serious findings on the page, or inside one frame of it, rule by rule; canvases, which are pictures of phones, are left out. `rules` may
 * be those that depend on colour alone.
 */
export async function serious(place: Page | Frame, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  const top = 'mainFrame' in place ? place.mainFrame() : place;
  const frames = 'mainFrame' in place ? place.frames() : [place];
  for (const frame of frames) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  }
  return top.evaluate(
    async (only) => {
      const { axe: asked } = window as unknown as { axe: typeof axe };
      const { violations } = await asked.run(
        { exclude: [['canvas']] },
        { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) },
      );
      const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return bad.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' ')}`);
    },
    rules === 'colours' ? COLOUR_RULES : null,
  );
}
