// What the browser keeps between visits. The only place that touches localStorage and script-readable cookies; never holds a token.
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

/** The interface's language; Chinese unless the member chose English. */
export const locale = {
  get: (): Locale => (read('locale') === 'en-US' ? 'en-US' : 'zh-CN'),
  set: (value: Locale) => write('locale', value),
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

/** The channel through which the member came; sent with every call. */
export const channelCode = {
  get: (): string => read('channelCode') ?? 'default',
  clear: () => write('channelCode', null),
};

/** The signed-in member's id, kept under the key that other clients of this product use. */
export const memberId = {
  set: (id: number) => write('loginMenberId', String(id)),
  clear: () => write('loginMenberId', null),
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

/** Takes the mark of `firstTimeInTab` back. */
export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
