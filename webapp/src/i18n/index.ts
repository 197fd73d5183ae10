// The words of the interface. One language is loaded; switching stores the choice and reloads.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Locale, locale } from '@/core/storage';
import type zh from './zh-CN.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zh };
    returnNull: false;
  }
}

const load: Record<Locale, () => Promise<{ default: object }>> = {
  'zh-CN': () => import('./zh-CN.json'),
  'en-US': () => import('./en-US.json'),
};

/** Loads the stored language. Awaited before the first render. */
export async function startLanguage(): Promise<void> {
  const lng = locale.get();
  const words = await load[lng]();
  await i18next.use(initReactI18next).init({
    lng,
    resources: { [lng]: { translation: words.default } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = lng;
}

/** The language that is not in use. */
export const otherLocale = (): Locale => (locale.get() === 'zh-CN' ? 'en-US' : 'zh-CN');

/** Switches the language and reloads, so that every rule and format follows. */
export function switchLanguage(): void {
  locale.set(otherLocale());
  window.location.reload();
}
