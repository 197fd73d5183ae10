// The words of the interface: one file for each part and language, loaded with the part. Switching stores the choice and reloads.
// The parts share one namespace of i18next: a key that is looked for in fifty of them costs twelve times as much.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Locale, locale } from '@/core/storage';
import type { All } from './words';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: All };
    returnNull: false;
  }
}

/** Parts whose words come in one file. */
const TOGETHER: readonly Part[] = ['operations', 'phones', 'shell', 'ui'];
const together = import.meta.glob<Record<string, object>>('./together/*.ts');
const files = import.meta.glob<{ default: object }>(['./*/*.json', '!./*/{operations,phones,shell,ui}.json']);

/** Reads the words of a part. */
async function wordsOf(lng: Locale, part: Part): Promise<object | undefined> {
  if (TOGETHER.includes(part)) return (await together[`./together/${lng}.ts`]?.())?.[part];
  return (await files[`./${lng}/${part}.json`]?.())?.default;
}

/** The parts that have words; each is a file `<language>/<part>.json`. */
export const allParts = [
  'core',
  'shell',
  'auth',
  'entry',
  'demo',
  'member',
  'branding',
  'brandingDesk',
  'signInDesk',
  'about',
  'admin',
  'agreements',
  'audit',
  'notices',
  'announcements',
  'inbox',
  'phones',
  'operations',
  'orders',
  'payments',
  'points',
  'redeem',
  'redeemBatches',
  'sharing',
  'links',
  'subAccounts',
  'keyAccount',
  'play',
  'recycle',
  'files',
  'group',
  'browser',
  'uploads',
  'users',
  'viewAs',
  'members',
  'roles',
  'apps',
  'maintenance',
  'prices',
  'desk',
  'stockPhones',
  'hosts',
  'overview',
  'system',
  'identity',
  'market',
  'records',
  'ui',
  'gallery',
] as const;
export type Part = (typeof allParts)[number];

/** Words that have been loaded, as `<language>/<part>`: late words of the other language are not taken for this one's. */
const loaded = new Set<string>();

/** Loads the words of parts, once. A page's words come with its code: `withWords(['play'], () => import(…))`. */
export async function loadWords(parts: readonly Part[]): Promise<void> {
  const lng = locale.get();
  await Promise.all(
    parts
      .filter((part) => !loaded.has(`${lng}/${part}`))
      .map(async (part) => {
        const words = await wordsOf(lng, part);
        if (!words) throw new Error(`no words for ${part}`);
        i18next.addResourceBundle(lng, 'translation', words, true, true);
        loaded.add(`${lng}/${part}`);
      }),
  );
}

/** Code and its words, loaded side by side. */
export async function withWords<T>(parts: readonly Part[], load: () => Promise<T>): Promise<T> {
  const [code] = await Promise.all([load(), loadWords(parts)]);
  return code;
}

/** Prepares the stored language with the words that every page needs. Awaited before the first render. */
export async function startLanguage(): Promise<void> {
  const lng = locale.get();
  await i18next.use(initReactI18next).init({ lng, resources: {}, interpolation: { escapeValue: false } });
  loaded.clear();
  await loadWords(['core']);
  document.documentElement.lang = lng;
}

/** The language that is not in use. */
export const otherLocale = (): Locale => (locale.get() === 'zh-CN' ? 'en-US' : 'zh-CN');

/** Switches the language and reloads, so that every rule and format follows. */
export function switchLanguage(): void {
  locale.set(otherLocale());
  window.location.reload();
}
