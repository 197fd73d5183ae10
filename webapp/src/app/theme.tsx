// The theme of the whole page: light or dark, accent, size. Our CSS variables on <html>, antd's theme, and what the system asks for (dark, less motion).
import { ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { AnnouncerProvider } from '@/ui/announce/Announcer';
import { accentOf, accentVars, isOwnAccent, withAccent } from './accent';
import { useAppSelector } from './store';
import { componentSize, cssVars, type Mode, owlTheme } from './tokens';

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

/** Light or dark, as chosen or as the system says. */
export function useMode(): Mode {
  const chosen = useAppSelector((state) => state.shell.appearance);
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  return chosen === 'auto' ? (systemDark ? 'dark' : 'light') : chosen;
}

export function ThemeProvider({ locale, children }: { locale: AntdLocale; children: ReactNode }) {
  const size = useAppSelector((state) => state.shell.size);
  const colour = useAppSelector((state) => state.shell.layout.theme);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const mode = useMode();
  // The product's own accent has hand-set shades; only another one is computed.
  const accent = useMemo(() => (isOwnAccent(colour) ? null : accentOf(colour, mode)), [colour, mode]);

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = mode;
    const vars = { ...cssVars(mode), ...(accent ? accentVars(accent) : {}) };
    for (const [name, value] of Object.entries(vars)) root.style.setProperty(name, value);
  }, [mode, accent]);

  const config = useMemo(() => {
    const own = owlTheme(mode, size);
    const made = accent ? withAccent(own, mode, accent) : own;
    return still ? { ...made, token: { ...made.token, motion: false } } : made;
  }, [mode, size, accent, still]);

  return (
    <ConfigProvider
      theme={config}
      locale={locale}
      componentSize={componentSize[size]}
      button={{ autoInsertSpace: false }}
    >
      <div className="owl-app">
        <AnnouncerProvider>{children}</AnnouncerProvider>
      </div>
    </ConfigProvider>
  );
}
