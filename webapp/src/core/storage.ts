// Values that the browser keeps between visits. Only this module touches localStorage and script-readable cookies; neither ever holds a token.
// Reads give the default when storage is forbidden or holds nonsense; writes that fail are forgotten.

export type Locale = 'zh-CN' | 'en-US';
export type Appearance = 'auto' | 'light' | 'dark';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows refuse: the setting then lasts as long as the page.
  }
}

let lentLocale: Locale | null = null;

/** The interface's language; Chinese unless the member chose English. */
export const locale = {
  get: (): Locale => lentLocale ?? (read('locale') === 'en-US' ? 'en-US' : 'zh-CN'),
  set: (value: Locale) => write('locale', value),
  /** Sets the language of an embedded page, as the page around it asks; lasts until the page is closed and is not stored. */
  lend: (value: string | null) => {
    lentLocale = value === 'zh-CN' || value === 'en-US' ? value : null;
  },
};

function layoutSetting(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(read('layout-setting') ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Light, dark, or what the system says; one key of the stored `layout-setting` object (public/boot.js reads it too). */
export const appearance = {
  get: (): Appearance => {
    const { mode } = layoutSetting();
    return mode === 'light' || mode === 'dark' ? mode : 'auto';
  },
  set: (mode: Appearance) => write('layout-setting', JSON.stringify({ ...layoutSetting(), mode })),
};

export type SideTheme = 'theme-dark' | 'theme-light';

/** How the frame is laid out, as the settings drawer saves it; other keys are not kept. */
export interface LayoutSetting {
  /** The accent, `#rrggbb`. */
  theme: string;
  sideTheme: SideTheme;
  /** Whether the handle of the settings drawer stands at the right edge. */
  showSettings: boolean;
  topNav: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
}

export const layoutDefaults: Readonly<LayoutSetting> = {
  theme: '#409EFF',
  sideTheme: 'theme-dark',
  showSettings: true,
  topNav: false,
  tagsView: false,
  fixedHeader: false,
  sidebarLogo: true,
};

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** The stored layout; each key falls back to its own default. */
export const layout = {
  get: (): LayoutSetting => {
    const stored = layoutSetting();
    const found: LayoutSetting = { ...layoutDefaults };
    if (isColour(stored.theme)) found.theme = stored.theme;
    if (stored.sideTheme === 'theme-light') found.sideTheme = stored.sideTheme;
    for (const key of ['showSettings', 'topNav', 'tagsView', 'fixedHeader', 'sidebarLogo'] as const) {
      const value = stored[key];
      if (typeof value === 'boolean') found[key] = value;
    }
    return found;
  },
  /** Stores the whole, or some keys of it: the others stay as they were stored. */
  set: (value: Partial<LayoutSetting>) => write('layout-setting', JSON.stringify({ ...layoutSetting(), ...value })),
  /** Forgets the whole `layout-setting`, the appearance with it. */
  clear: () => write('layout-setting', null),
};

/** The menu item that was last chosen: highlighted while a page without an item of its own is open. */
export const activeItem = {
  get: (): string | null => read('activeItem'),
  set: (path: string) => write('activeItem', path),
};

/** The operator's branding as last answered, so that the next visit starts in its dress (public/boot.js reads it too). */
export const keptBranding = {
  get: (): unknown => {
    try {
      return JSON.parse(read('branding') ?? 'null');
    } catch {
      return null;
    }
  },
  set: (branding: object) => write('branding', JSON.stringify(branding)),
};

export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

/** How large controls are: a cookie, as consoles of this family keep it. */
export const size = {
  get: (): Size => {
    const stored = /(?:^|;\s*)size=(\w+)/.exec(document.cookie)?.[1];
    return sizes.find((each) => each === stored) ?? 'medium';
  },
  set: (chosen: Size) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where the console must work too.
    document.cookie = `size=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`;
  },
};

/** When the member last looked at the list of receipts, Unix ms: what failed since is news. */
export const receiptsSeen = {
  get: (): number => Number(read('receiptsSeen')) || 0,
  set: (at: number) => write('receiptsSeen', String(at)),
};

/** When the member last put away what the list says of the day, Unix ms. */
export const todayPutAway = {
  get: (): number => Number(read('todayPutAway')) || 0,
  set: (at: number) => write('todayPutAway', String(at)),
};

/** Characters that a header may have: any other would make every call fail. */
const CHANNEL = /^[\w.-]{1,64}$/;

/** The channel through which the member came; sent with every call. */
export const channelCode = {
  get: (): string => {
    const kept = read('channelCode');
    return kept !== null && CHANNEL.test(kept) ? kept : 'default';
  },
  /** Keeps the channel that an address names (`?channelCode=`): an invitation's, an advertisement's. */
  arrive: (query: string) => {
    const named = new URLSearchParams(query).get('channelCode');
    if (named !== null && CHANNEL.test(named)) write('channelCode', named);
  },
};

/** The signed-in member's id, kept under the key that other clients of this product use. */
export const memberId = {
  set: (id: number) => write('loginMenberId', String(id)),
};

/** Feedback to the operator that was not sent yet. */
export interface FeedbackDraft {
  title: string;
  content: string;
}

const FEEDBACK_DRAFT = 'feedbackDraft';

/** A member's unsent feedback: it outlives a reload and an expired session, and is nobody else's. */
export const feedbackDraft = {
  get: (member: number | null): FeedbackDraft | null => {
    try {
      const kept = JSON.parse(read(FEEDBACK_DRAFT) ?? 'null') as (FeedbackDraft & { member: unknown }) | null;
      if (member === null || kept?.member !== member) return null;
      const { title, content } = kept;
      return typeof title === 'string' && typeof content === 'string' ? { title, content } : null;
    } catch {
      return null;
    }
  },
  /** An empty one is forgotten. */
  set: (member: number | null, { title, content }: FeedbackDraft) =>
    write(FEEDBACK_DRAFT, member !== null && (title || content) ? JSON.stringify({ member, title, content }) : null),
};

const AUTHORIZATION_READ = 'authorizationRead';

/** The version of the authorization agreement that a member accepted last in this browser: it need not be opened again to be ticked. */
export const authorizationRead = {
  get: (member: number | null): number | undefined => {
    try {
      const kept = JSON.parse(read(AUTHORIZATION_READ) ?? 'null') as { member: unknown; version: unknown } | null;
      return member !== null && kept?.member === member && typeof kept.version === 'number' ? kept.version : undefined;
    } catch {
      return undefined;
    }
  },
  set: (member: number | null, version: number) =>
    write(AUTHORIZATION_READ, member === null ? null : JSON.stringify({ member, version })),
};

/** Keys and cookies that earlier consoles of this family kept under the member's name: a sign-out removes them, should they be there. */
const INHERITED_KEYS = ['cloudToken', 'token', 'refreshToken'];
const INHERITED_COOKIES = ['Admin-Token', 'refreshToken'];

function dropCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where the console must work too.
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** Forgets whatever belongs to a member; settings of the browser (language, appearance, sidebar) stay. */
export function forgetMember(): void {
  for (const key of ['loginMenberId', 'channelCode', FEEDBACK_DRAFT, ...INHERITED_KEYS]) write(key, null);
  for (const name of INHERITED_COOKIES) dropCookie(name);
  try {
    // Values that a tab keeps between reloads are about what its member was doing.
    sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
}

type SignedOut = 'told' | 'untold';
const SIGNED_OUT = 'signedOut';

/** That the member left, and whether the server could be told; set in one tab, it counts in all. */
export const signedOutMark = {
  get: (): SignedOut | null => {
    const mark = read(SIGNED_OUT);
    return mark === 'told' || mark === 'untold' ? mark : null;
  },
  set: (mark: SignedOut) => write(SIGNED_OUT, mark),
  clear: () => write(SIGNED_OUT, null),
  /** Calls `listener` when another tab sets the mark, or when a page comes back out of the browser's cache with the mark set. */
  onSet: (listener: () => void) => {
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === SIGNED_OUT && newValue !== null) listener();
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted && read(SIGNED_OUT) !== null) listener();
    });
  },
};

/** The way by which somebody last signed in here; the sign-in page checks that it still exists. */
export const signInWay = {
  get: (): string | null => read('signInWay'),
  set: (way: string) => write('signInWay', way),
};

/**
 * A value of this tab: outlives a reload and a visit elsewhere, not the tab. `check` is asked about what was stored;
 * null when there is nothing, or nonsense.
 */
export function tabValue<T>(key: string, check: (value: unknown) => value is T) {
  return {
    get: (): T | null => {
      try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        return check(value) ? value : null;
      } catch {
        return null;
      }
    },
    set: (value: T | null) => {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Kept nowhere: the page then starts afresh after a reload.
      }
    },
  };
}

/** One of a few values of the browser; the first is the default. */
export function choice<T extends string>(key: string, fallback: T, ...others: T[]) {
  return {
    get: (): T => others.find((value) => value === read(key)) ?? fallback,
    set: (value: T) => write(key, value === fallback ? null : value),
  };
}

/** The side parts of a phone's page, where a desk has room for them, and the tab of its panel that was open last. */
export const neighboursShown = choice('playNeighbours', 'shown', 'folded');
export const panelShown = choice('playPanel', 'shown', 'folded');
export const panelTab = choice('playTab', 'apps', 'info', 'tools', 'files', 'keys');
export const sheetTab = choice('playSheet', 'tools', 'apps', 'info', 'files', 'keys');

/** The labelled column of a group of the menu: folded away or not. */
export const columnShown = choice('groupColumn', 'shown', 'folded');

/** The key mappings of this browser, as they were stored: whoever reads them checks them. */
export const keptKeymaps = {
  get: (): unknown => {
    try {
      return JSON.parse(read('keymaps') ?? '{}');
    } catch {
      return {};
    }
  },
  set: (keymaps: object) => write('keymaps', JSON.stringify(keymaps)),
};

/** The columns that are hidden in a table, by the table's name. */
export const columnChoice = {
  get: (table: string): string[] => {
    try {
      const value: unknown = JSON.parse(read(`columns:${table}`) ?? '[]');
      return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
    } catch {
      return [];
    }
  },
  set: (table: string, hidden: readonly string[]) =>
    write(`columns:${table}`, hidden.length > 0 ? JSON.stringify(hidden) : null),
};

/** Whether the sidebar is wide: a cookie, 1 open and 0 closed. */
export const sidebar = {
  get: (): boolean => !/(?:^|;\s*)sidebarStatus=0(?:;|$)/.test(document.cookie),
  set: (open: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where the console must work too.
    document.cookie = `sidebarStatus=${open ? 1 : 0}; Path=/; Max-Age=31536000; SameSite=Lax`;
  },
};

/** True the first time in this tab; a mark that keeps a reload from looping. */
export function firstTimeInTab(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}

/** Removes the mark of `firstTimeInTab`. */
export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Popups that were confirmed in this browser; a stored value that no longer reads as a list counts as none. */
export const notifyList = {
  get: (): unknown[] => {
    try {
      const value: unknown = JSON.parse(read('notifyList') ?? '[]');
      return Array.isArray(value) ? value : [];
    } catch {
      return [];
    }
  },
  set: (records: readonly unknown[]) => write('notifyList', JSON.stringify(records)),
};

/** The accounts of a demo on its sign-in page. */
export const demoStrip = choice('demoStrip', 'shown', 'closed');
