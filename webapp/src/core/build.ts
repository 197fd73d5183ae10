// Build of the console that runs here, and whether the server has a newer one: the entry script's name changes with every build.

import { below } from './base';

const ENTRY = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/;

/** The entry script that an index page names. */
export const entryIn = (html: string): string | null => ENTRY.exec(html)?.[1] ?? null;

const running = (): string | null => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Whether the index that is served now names another build. False when the server cannot be asked. */
export async function hasNewerBuild(): Promise<boolean> {
  const mine = running();
  if (!mine) return false;
  try {
    const response = await fetch(below(import.meta.env.BASE_URL), { cache: 'no-cache', credentials: 'same-origin' });
    if (!response.ok) return false;
    const served = entryIn(await response.text());
    return served !== null && served !== mine;
  } catch {
    return false;
  }
}
