// Light or dark for the whole page: our CSS variables on <html>, antd's theme, and what the system asks for (dark, less motion).
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useAppSelector } from './store';
import { cssVars, type Mode, owlTheme } from './tokens';

type AntdLocale = NonNullable<React.ComponentProps<typeof ConfigProvider>['locale']>;

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

export function ThemeProvider({ locale, children }: { locale: AntdLocale; children: ReactNode }) {
  const chosen = useAppSelector((state) => state.shell.appearance);
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const mode: Mode = chosen === 'auto' ? (systemDark ? 'dark' : 'light') : chosen;

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = mode;
    for (const [name, value] of Object.entries(cssVars(mode))) root.style.setProperty(name, value);
  }, [mode]);

  const config = useMemo(() => {
    const made = owlTheme(mode);
    return still ? { ...made, token: { ...made.token, motion: false } } : made;
  }, [mode, still]);

  return (
    <ConfigProvider theme={config} locale={locale} button={{ autoInsertSpace: false }}>
      <App message={{ maxCount: 3 }} notification={{ maxCount: 3, placement: 'topRight' }} className="owl-app">
        {children}
      </App>
    </ConfigProvider>
  );
}
