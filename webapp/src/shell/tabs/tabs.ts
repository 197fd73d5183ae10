// The visited views behind the tabs bar, as plain data: which open, which stay when others close, and where closing leads.
// Pinned ones come first and stay whatever is closed.

export interface Tab {
  /** The tab's identity: a page has one tab, whatever its query. */
  path: string;
  /** `?…` and `#…` of the visit, so that the tab leads back to where the member was. */
  search: string;
  hash: string;
  /** Name that the page gives itself (a phone's name); null shows the route's title. */
  title: string | null;
  pinned: boolean;
}

/** Most tabs; one more closes the oldest that is neither pinned nor open. */
export const MAX_TABS = 20;

/** Adds a visit: a known page's tab takes the new query, an unknown page gets a tab at the end. */
export function visit(tabs: readonly Tab[], seen: Omit<Tab, 'title'>): Tab[] {
  const known = tabs.find((tab) => tab.path === seen.path);
  if (known) {
    const same = known.search === seen.search;
    return tabs.map((tab) => (tab === known ? { ...seen, title: same ? tab.title : null } : tab));
  }
  const all = [...tabs, { ...seen, title: null }];
  const spare = all.length > MAX_TABS ? all.find((tab) => !tab.pinned && tab.path !== seen.path) : undefined;
  return spare ? all.filter((tab) => tab !== spare) : all;
}

/** The tabs to begin with: the pinned ones, then what a reload left, as far as the pages are still there. */
export function restored(pinned: readonly string[], left: readonly Tab[], permitted: (path: string) => boolean): Tab[] {
  const first = pinned.map(
    (path) => left.find((tab) => tab.path === path) ?? { path, search: '', hash: '', title: null, pinned: true },
  );
  const rest = left.filter((tab) => !pinned.includes(tab.path) && permitted(tab.path));
  return [...first.map((tab) => ({ ...tab, pinned: true })), ...rest.map((tab) => ({ ...tab, pinned: false }))].slice(
    0,
    MAX_TABS,
  );
}

export type Closing = 'current' | 'others' | 'right' | 'all';

/** Tabs that are left after closing, seen from the tab at `path`. */
export function close(tabs: readonly Tab[], path: string, which: Closing): Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return [...tabs];
  const stays: Record<Closing, (tab: Tab, index: number) => boolean> = {
    current: (_, index) => index !== at,
    others: (_, index) => index === at,
    right: (_, index) => index <= at,
    all: () => false,
  };
  return tabs.filter((tab, index) => tab.pinned || stays[which](tab, index));
}

/** Where to go after closing: nowhere while the open page still has its tab, else to the tab it was done from, the last one, or home. */
export function leadsTo(left: readonly Tab[], from: string, open: string, home: string): string | null {
  if (left.some((tab) => tab.path === open)) return null;
  const next = left.find((tab) => tab.path === from) ?? left[left.length - 1];
  return next ? addressOf(next) : home;
}

export const addressOf = (tab: Tab): string => tab.path + tab.search + tab.hash;

const isTab = (value: unknown): value is Tab => {
  if (typeof value !== 'object' || value === null) return false;
  const { path, search, hash, title, pinned } = value as Partial<Record<keyof Tab, unknown>>;
  return (
    typeof path === 'string' &&
    /^\/[\w/-]+$/.test(path) &&
    typeof search === 'string' &&
    (search === '' || search.startsWith('?')) &&
    typeof hash === 'string' &&
    (hash === '' || hash.startsWith('#')) &&
    (title === null || typeof title === 'string') &&
    typeof pinned === 'boolean'
  );
};

/** Whether a stored value is a list of tabs. */
export const isTabs = (value: unknown): value is Tab[] =>
  Array.isArray(value) && value.length <= MAX_TABS && value.every(isTab);
