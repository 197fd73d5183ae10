import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { appearance, locale } from '@/core/storage';
import { appearanceChosen } from '@/shell/slice';
import { renderIn } from '@/test/render';
import GalleryPage from './GalleryPage';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  store.dispatch(appearanceChosen('auto'));
});

it('changes appearance and language of the whole console for good', async () => {
  await renderIn(<GalleryPage />, { lang: 'en-US' });
  fireEvent.click(screen.getByTitle('Dark'));
  expect([store.getState().shell.appearance, appearance.get()]).toEqual(['dark', 'dark']);
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  fireEvent.click(screen.getByTitle('中文'));
  expect(locale.get()).toBe('zh-CN');
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
