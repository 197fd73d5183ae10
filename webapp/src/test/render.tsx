// Renders a screen's part the way the console does: store, theme, language and a router in memory.
import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { store } from '@/app/store';
import { ThemeProvider } from '@/app/theme';
import { type Locale, locale } from '@/core/storage';
import { allParts, loadWords, startLanguage } from '@/i18n';

/** Shows where the router is, for tests that follow a link. */
function Here() {
  const { pathname, search } = useLocation();
  return <output aria-label="here">{pathname + search}</output>;
}

/** Style rules of antd's parts. They are made once for all tests of a worker, so none is removed when the last part that has it goes. */
const STYLES = createCache();
const { opUpdate } = STYLES;
STYLES.opUpdate = (key, next) => opUpdate.call(STYLES, key, (before) => next(before) ?? before);

interface Options {
  lang?: Locale;
  at?: string;
}

export async function renderIn(part: ReactNode, { lang = 'zh-CN', at = '/' }: Options = {}) {
  locale.set(lang);
  await startLanguage();
  await loadWords(allParts);
  const element = (
    <>
      {part}
      <Here />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  return render(
    <Provider store={store}>
      <StyleProvider cache={STYLES} mock="server">
        <ThemeProvider locale={{ locale: 'en' }}>
          <RouterProvider router={router} />
        </ThemeProvider>
      </StyleProvider>
    </Provider>,
  );
}
