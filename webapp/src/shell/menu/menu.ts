// The menu as people see it: what is hidden is gone, and a container with a single visible child is that child.
import { paths } from '@/app/paths';
import type { Entry } from '@/app/permitted';

export interface Item {
  entry: Entry;
  children: Item[];
}

/** The visible items of a level. */
export function itemsOf(entries: readonly Entry[]): Item[] {
  return entries.flatMap((entry) => {
    if (entry.hidden) return [];
    const children = itemsOf(entry.children);
    const [only] = children;
    if (entry.kind === 'container' && children.length === 1 && only && !entry.alwaysShown) return [only];
    if (entry.kind === 'container' && children.length === 0 && !entry.lands) return [];
    return [{ entry, children: entry.kind === 'container' ? children : [] }];
  });
}

/** Where an item leads: itself, or the first page below it. */
export function targetOf({ entry, children }: Item): string {
  const [first] = children;
  return entry.kind === 'container' && !entry.lands && first ? targetOf(first) : entry.to;
}

/** Whether a path is an item's own or that of one below it. */
export const holds = ({ entry, children }: Item, path: string): boolean =>
  entry.to === path || children.some((child) => holds(child, path));

/** The account centre is reached from the member's corner: it never becomes the remembered item. */
const NOT_REMEMBERED: readonly string[] = [paths.account, paths.accountCenter];

/** Whether opening a path makes it the remembered item. */
export const isRemembered = (items: readonly Item[], path: string): boolean =>
  !NOT_REMEMBERED.includes(path) && items.some((item) => holds(item, path));

/** Whether a page is one of the settings, whose entry stands at the sidebar's foot. */
const isSetting = (path: string): boolean => path.startsWith('/setting/') || path === paths.accountCenter;

/** The path of the item to highlight: the open page's own, else the one that it `marks`, else the settings' for one of them, else the one chosen last, else home. */
export function activePath(
  items: readonly Item[],
  open: string,
  marks: string | null,
  remembered: string | null,
): string {
  const has = (path: string) => items.some((item) => holds(item, path));
  if (has(open)) return open;
  if (marks !== null && has(marks)) return marks;
  if (isSetting(open)) return paths.account;
  return remembered !== null && has(remembered) ? remembered : paths.home;
}

/** How heavy an item's icon is drawn: that of the active one is the same in heavier lines, for icons have neither fill nor colour. */
export const strokeOf = (active: boolean): number => (active ? 2.4 : 1.6);
