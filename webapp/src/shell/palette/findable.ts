// Finding a page by a few letters of its title or path: those of the menu, and what the member reaches from elsewhere. Loaded when somebody begins to search.
import Fuse from 'fuse.js';
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import { type Entry, type PermittedRoute, titleText } from '@/app/permitted';

export interface Findable {
  /** From the outermost container to the entry. */
  titles: string[];
  path: string;
  elsewhere: boolean;
  icon: LucideIcon;
}

/** Longest query, in characters; the rest is not looked at. */
export const QUERY_MAX = 32;
const TITLE_GLUE = ' > ';

/** Everything that can be found: not what is hidden, has no title, or cannot be opened by itself. */
export function findableOf(menu: readonly Entry[], t: TFunction, above: readonly string[] = []): Findable[] {
  return menu.flatMap((entry) => {
    if (entry.hidden) return [];
    const title = titleText(entry.title, t);
    const titles = title ? [...above, title] : [...above];
    const own = { titles, path: entry.to, elsewhere: entry.kind === 'elsewhere', icon: entry.icon };
    return [...(title && !entry.inert ? [own] : []), ...findableOf(entry.children, t, titles)];
  });
}

/** The pages that the menu does not show, each once: not what means nothing without its query, or stands in somebody else's page. */
export function pagesBeside(menu: readonly Findable[], routes: readonly PermittedRoute[], t: TFunction): Findable[] {
  const known = new Set(menu.map(({ titles }) => titles.at(-1)));
  return routes.flatMap(({ path, titleKey, icon, needsQuery, bare }) => {
    const title = t(titleKey);
    if (needsQuery || bare || known.has(title)) return [];
    known.add(title);
    return [{ titles: [title], path, elsewhere: false, icon }];
  });
}

/** A search among entries: fuzzy, the title counting more than the path. */
export function searchAmong<T extends Pick<Findable, 'titles' | 'path'>>(
  entries: readonly T[],
): (query: string) => T[] {
  const fuse = new Fuse(entries, {
    shouldSort: true,
    threshold: 0.4,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    keys: [
      { name: 'titles', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  });
  return (query) => fuse.search(query.trim().slice(0, QUERY_MAX)).map(({ item }) => item);
}

export const titleOf = ({ titles }: Findable): string => titles.join(TITLE_GLUE);

/** Opens what was found: an address outside in a tab of its own. */
export function openFound({ path, elsewhere }: Findable, navigate: (path: string) => unknown): void {
  if (elsewhere) window.open(path, '_blank', 'noopener,noreferrer');
  else void navigate(path);
}
