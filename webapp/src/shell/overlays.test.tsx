import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { layoutDefaults } from '@/core/storage';
import { renderIn } from '@/test/render';
import { Overlays } from './Overlays';
import { appearanceChosen, layoutChanged, overlayShown } from './slice';

const { routes } = readRouters([
  { path: '/index', component: 'phones/index' },
  { path: '/play', component: 'play/index', hidden: true },
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

  it('opens with Ctrl K, leads to pages and leaves out those that need a query', async () => {
    await renderIn(<Overlays routes={routes} />, { lang: 'en-US', at: '/elsewhere' });
    const field = await open();
    const options = screen.getAllByRole('option').map((each) => each.textContent);
    expect(options[0]).toContain('Cloud Phone');
    expect(options.join()).not.toContain('Use a phone');
    await userEvent.type(field, 'cloud{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('switches, and signs out after asking', async () => {
    await renderIn(<Overlays routes={routes} />, { lang: 'en-US' });
    await userEvent.type(await open(), 'dark{Enter}');
    expect(store.getState().shell.appearance).toBe('dark');
    await userEvent.type(await open(), 'sign out{Enter}');
    const asked = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign out?' })).toBeNull());
  });

  it('goes round with the arrows and says when nothing fits', async () => {
    await renderIn(<Overlays routes={routes} />, { lang: 'en-US' });
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
      <Overlays routes={routes} />
    </>,
  );
  await userEvent.type(screen.getByLabelText('other'), '?');
  expect(store.getState().shell.overlay).toBeNull();
  screen.getByLabelText('other').blur();
  await userEvent.keyboard('?');
  expect(await screen.findByText('快捷键', {}, { timeout: 5000 })).toBeInTheDocument();
});

it('the settings drawer changes at once and stores when it saves', async () => {
  await renderIn(<Overlays routes={routes} />, { lang: 'en-US' });
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
