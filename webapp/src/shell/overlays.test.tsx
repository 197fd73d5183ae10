import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { layoutDefaults } from '@/core/storage';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { Overlays } from './Overlays';
import { appearanceChosen, layoutChanged, overlayShown } from './slice';

const { menu } = readRouters([
  { path: '/index', component: 'phones/index' },
  { path: '/notice', component: 'notices/index', hidden: true },
  { path: 'https://help.example/', component: '', meta: { title: 'Help centre' } },
]);

// jsdom lays nothing out.
Element.prototype.scrollIntoView = vi.fn();

afterEach(() => {
  store.dispatch(overlayShown(null));
  store.dispatch(appearanceChosen('auto'));
  for (const key of ['tagsView', 'topNav'] as const) store.dispatch(layoutChanged({ key, value: layoutDefaults[key] }));
});

describe('the palette', () => {
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    return screen.findByRole('combobox', { name: 'Search pages and commands' }, { timeout: 5000 });
  };

  it('opens with Ctrl K, leads to the pages of the menu and leaves out what is hidden', async () => {
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    const field = await open();
    const options = screen.getAllByRole('option').map((each) => each.textContent);
    expect(options[0]).toContain('Cloud Phone');
    expect(options.join()).not.toContain('Messages');
    await userEvent.type(field, 'cloud{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('leads to the browser check, which is no page of the menu', async () => {
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    await userEvent.type(await open(), 'browser check{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/browser');
  });

  it('opens a link of the menu in a tab of its own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    await userEvent.type(await open(), 'help centre{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://help.example/', '_blank', 'noopener,noreferrer');
    expect(screen.getByLabelText('here')).toHaveTextContent('/elsewhere');
  });

  it('changes the sidebar where one stands, and keeps the tabs bar without what else was changed', async () => {
    windowOf({ wide: true });
    const toggle = vi.fn();
    const shown = await renderIn(<Overlays menu={menu} sidebar={{ open: true, toggle }} />, { lang: 'en-US' });
    await userEvent.type(await open(), 'narrow the sidebar{Enter}');
    expect(toggle).toHaveBeenCalledOnce();
    shown.unmount();
    store.dispatch(overlayShown(null));
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US' });
    store.dispatch(layoutChanged({ key: 'theme', value: '#6959CD' }));
    const field = await open();
    expect(screen.queryByRole('option', { name: /sidebar/ })).toBeNull();
    await userEvent.type(field, 'show the tabs bar{Enter}');
    expect(JSON.parse(localStorage.getItem('layout-setting') ?? '{}')).toEqual({ tagsView: true });
    store.dispatch(layoutChanged({ key: 'theme', value: layoutDefaults.theme }));
  });

  it('switches, and signs out after asking', async () => {
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US' });
    await userEvent.type(await open(), 'dark{Enter}');
    expect(store.getState().shell.appearance).toBe('dark');
    await userEvent.type(await open(), 'sign out{Enter}');
    const asked = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign out?' })).toBeNull());
  });

  it('goes round with the arrows and says when nothing fits', async () => {
    await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US' });
    const field = await open();
    await userEvent.type(field, '{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Sign out');
    await userEvent.type(field, '{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Cloud Phone');
    await userEvent.type(field, 'zzzzzz');
    expect(screen.getByText('Nothing found')).toBeInTheDocument();
  });
});

it('"?" shows the keys, but not while one writes', async () => {
  await renderIn(
    <>
      <input aria-label="other" />
      <input type="checkbox" aria-label="box" />
      <Overlays menu={menu} sidebar={null} />
    </>,
  );
  await userEvent.type(screen.getByLabelText('other'), '?');
  expect(store.getState().shell.overlay).toBeNull();
  // A box takes no letters.
  screen.getByLabelText('box').focus();
  await userEvent.keyboard('?');
  expect(await screen.findByText('快捷键', {}, { timeout: 5000 })).toBeInTheDocument();
});

it('the settings drawer changes at once and stores when it saves', async () => {
  await renderIn(<Overlays menu={menu} sidebar={null} />, { lang: 'en-US' });
  store.dispatch(overlayShown('settings'));
  const colour = await screen.findByRole('radio', { name: 'Theme colour #6959CD' }, { timeout: 5000 });
  await userEvent.click(colour);
  expect(store.getState().shell.layout.theme).toBe('#6959CD');
  expect(localStorage.getItem('layout-setting')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(JSON.parse(localStorage.getItem('layout-setting') ?? '{}')).toMatchObject({ theme: '#6959CD' });
  expect(await screen.findByText('Layout settings saved')).toBeInTheDocument();
  store.dispatch(layoutChanged({ key: 'theme', value: layoutDefaults.theme }));
});
