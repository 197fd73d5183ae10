// Starts the console: language first, then the interface. Everything below is reached through routes.
import './embedLanguage';
import '@/core/chunks';
import './base.css';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { onCaughtError } from '@/core/errorLog';
import { channelCode, locale } from '@/core/storage';
import { startLanguage } from '@/i18n';
import { Faults } from '@/shell/states/Faults';
import { router } from './router';
import { store } from './store';
import { ThemeProvider } from './theme';

const antdWords = {
  'zh-CN': () => import('antd/locale/zh_CN'),
  'en-US': () => import('antd/locale/en_US'),
};

const root = document.getElementById('root');
if (root) {
  channelCode.arrive(window.location.search);
  const [words] = await Promise.all([antdWords[locale.get()](), startLanguage()]);
  createRoot(root, { onCaughtError }).render(
    <Provider store={store}>
      <ThemeProvider locale={words.default}>
        <Faults />
        <RouterProvider router={router} />
      </ThemeProvider>
    </Provider>,
  );
}
