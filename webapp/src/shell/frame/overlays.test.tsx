import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { beginSession, isSignedIn } from '@/core/session';
import { layoutDefaults, signedOutMark } from '@/core/storage';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { SearchBox } from '../header/SearchBox';
import { useOffers } from '../palette/offers';
import { appearanceChosen, layoutChanged, overlayShown } from '../slice';
import { Overlays } from './Overlays';

const { menu, routes } = readRouters([
  { path: '/index', component: 'phones/index' },
  { path: '/notice', component: 'notices/index', hidden: true },
  { path: '/play', component: 'play/index', hidden: true },
  { path: '/orderRecords', component: 'orders/records', hidden: true },
  { path: 'https://help.example/', component: '', meta: { title: 'Help centre' } },
]);

// jsdom lays nothing out.
Element.prototype.scrollIntoView = vi.fn();

afterEach(() => {
  store.dispatch(overlayShown(null));
  store.dispatch(appearanceChosen('auto'));
  for (const key of ['tagsView', 'topNav'] as const) store.dispatch(layoutChanged({ key, value: layoutDefaults[key] }));
});

function Offering({ run }: { run: () => void }) {
  useOffers([{ key: 'tags', title: 'Tag 3', icon: Tag, run }]);
  return null;
}

describe('the palette', () => {
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    return screen.findByRole('combobox', { name: 'Search phones, orders, pages and actions' });
  };

  it('opens with Ctrl K, leads to the pages of the menu and the hidden ones, each once, and leaves out what needs a query', async () => {
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    const field = await open();
    const options = screen.getAllByRole('option').map((each) => each.textContent);
    expect(options[0]).toContain('Cloud Phone');
    expect(options.filter((each) => each?.includes('Messages'))).toHaveLength(1);
    expect(options.join()).not.toContain('/play');
    expect(options.filter((each) => each?.includes('Cloud Phone'))).toHaveLength(1);
    await userEvent.type(field, 'cloud{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('opens from the header and with "/", and takes no "/" from a field', async () => {
    await renderIn(
      <>
        <input aria-label="other" />
        <SearchBox />
        <Overlays menu={menu} routes={routes} sidebar={null} />
      </>,
    );
    await userEvent.type(screen.getByLabelText('other'), '/');
    expect(screen.getByLabelText('other')).toHaveValue('/');
    expect(store.getState().shell.overlay).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /搜索云手机、订单、页面/ }));
    expect(store.getState().shell.overlay).toBe('palette');
    act(() => void store.dispatch(overlayShown(null)));
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('/');
    expect(store.getState().shell.overlay).toBe('palette');
  });

  it('keeps letters that are typed before its field is there, and begins anew the next time', async () => {
    const missed = vi.fn();
    await renderIn(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a card of the list.
      <div onKeyDown={missed}>
        <button type="button">card</button>
        <Overlays menu={menu} routes={routes} sidebar={null} />
      </div>,
      { lang: 'en-US' },
    );
    const card = screen.getByRole('button', { name: 'card' });
    card.focus();
    fireEvent.keyDown(card, { key: 'k', ctrlKey: true });
    missed.mockClear();
    for (const key of ['m', 'e', 'x', 'Backspace', 's']) fireEvent.keyDown(card, { key });
    expect(missed).not.toHaveBeenCalled();
    const field = await screen.findByRole('combobox');
    expect(field).toHaveValue('mes');
    await userEvent.type(field, 'sages{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/notice');
    expect(await open()).toHaveValue('');
  });

  it('does what is offered with the selection, and finds phones, orders and groups', async () => {
    const phone = samplePhone({ phoneId: 7, phoneAlias: 'Counter 7', owlId: 'OWL-0007' });
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
      asked.push(`${url} ${init?.body ?? ''}`);
      const data = url.includes('app-page')
        ? { list: [phone], total: 1, summary: {}, notFound: [], now: Date.now() }
        : url.includes('/order/web-page')
          ? { list: [{ orderId: 12, orderNo: 'O20260012' }], total: 1 }
          : url.includes('phone-group')
            ? { list: [{ id: 3, name: 'Counters', phones: 1 }], parentGroups: [] }
            : {};
      return Response.json({ code: 0, msg: '', data });
    });
    const run = vi.fn();
    await renderIn(
      <>
        <Offering run={run} />
        <Overlays menu={menu} routes={routes} sidebar={null} />
      </>,
      { lang: 'en-US' },
    );
    await userEvent.type(await open(), 'tag 3{Enter}');
    expect(run).toHaveBeenCalledOnce();
    const field = await open();
    await userEvent.type(field, 'counter');
    const found = await screen.findByRole('option', { name: /Counter 7/ });
    expect(found).toHaveTextContent('OWL-0007');
    expect(await screen.findByRole('option', { name: /Counters/ })).toBeInTheDocument();
    // No order has a number like that.
    expect(asked.some((each) => each.includes('/order/web-page'))).toBe(false);
    await userEvent.hover(found);
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/play?phoneId=7&mode=view');
    await userEvent.type(await open(), '0012');
    await userEvent.click(await screen.findByRole('option', { name: /O20260012/ }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/orderRecords?orderId=12');
    vi.unstubAllGlobals();
  });

  it('leads to the browser check, which is no page of the menu', async () => {
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    await userEvent.type(await open(), 'browser check{Enter}');
    expect(screen.getByLabelText('here')).toHaveTextContent('/browser');
  });

  it('opens a link of the menu in a tab of its own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US', at: '/elsewhere' });
    await userEvent.type(await open(), 'help centre{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://help.example/', '_blank', 'noopener,noreferrer');
    expect(screen.getByLabelText('here')).toHaveTextContent('/elsewhere');
  });

  it('changes the sidebar where one stands, and keeps the tabs bar without what else was changed', async () => {
    windowOf({ wide: true });
    const toggle = vi.fn();
    const shown = await renderIn(<Overlays menu={menu} routes={routes} sidebar={{ open: true, toggle }} />, {
      lang: 'en-US',
    });
    await userEvent.type(await open(), 'narrow the sidebar{Enter}');
    expect(toggle).toHaveBeenCalledOnce();
    shown.unmount();
    store.dispatch(overlayShown(null));
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US' });
    store.dispatch(layoutChanged({ key: 'theme', value: '#6959CD' }));
    const field = await open();
    expect(screen.queryByRole('option', { name: /sidebar/ })).toBeNull();
    await userEvent.type(field, 'show the tabs bar{Enter}');
    expect(JSON.parse(localStorage.getItem('layout-setting') ?? '{}')).toEqual({ tagsView: true });
    store.dispatch(layoutChanged({ key: 'theme', value: layoutDefaults.theme }));
  });

  it('switches, and signs out after asking', async () => {
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US' });
    await userEvent.type(await open(), 'dark{Enter}');
    expect(store.getState().shell.appearance).toBe('dark');
    await userEvent.type(await open(), 'sign out{Enter}');
    const asked = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign out?' })).toBeNull());
  });

  it.each(['told', 'untold'] as const)('signs out whether or not the server can be told: %s', async (mark) => {
    vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
      if (mark === 'untold' || operationOf(url, init.method) !== 'sign_out') throw new TypeError('offline');
      return Response.json({ code: 0, msg: '', data: true });
    });
    beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US' });
    await userEvent.type(await open(), 'sign out{Enter}');
    const asked = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
    expect(signedOutMark.get()).toBe(mark);
    vi.unstubAllGlobals();
  });

  it('goes round with the arrows and says when nothing fits', async () => {
    await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US' });
    const field = await open();
    await userEvent.type(field, '{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Sign out');
    await userEvent.type(field, '{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Cloud Phone');
    await userEvent.type(field, 'zzzzzz');
    expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  });
});

it('"?" shows the keys, but not while one writes', async () => {
  await renderIn(
    <>
      <input aria-label="other" />
      <input type="checkbox" aria-label="box" />
      <Overlays menu={menu} routes={routes} sidebar={null} />
    </>,
  );
  await userEvent.type(screen.getByLabelText('other'), '?');
  expect(store.getState().shell.overlay).toBeNull();
  // A box takes no letters.
  screen.getByLabelText('box').focus();
  await userEvent.keyboard('?');
  expect(await screen.findByText('快捷键')).toBeInTheDocument();
});

it('the settings drawer changes at once, stores when it saves, and leads to the browser check', async () => {
  await renderIn(<Overlays menu={menu} routes={routes} sidebar={null} />, { lang: 'en-US' });
  store.dispatch(overlayShown('settings'));
  const colour = await screen.findByRole('radio', { name: 'Theme color #6959CD' });
  await userEvent.click(colour);
  expect(store.getState().shell.layout.theme).toBe('#6959CD');
  expect(localStorage.getItem('layout-setting')).toBeNull();
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  // A member who closes the drawer without saving is told, and may still save.
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Layout changes are not saved: reloading undoes them')).toBeInTheDocument();
  expect(localStorage.getItem('layout-setting')).toBeNull();
  act(() => void store.dispatch(overlayShown('settings')));
  const drawer = await screen.findByRole('dialog', { name: 'Layout settings' });
  expect(within(drawer).getByRole('link', { name: 'Browser check' })).toHaveAttribute('href', '/browser');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  expect(JSON.parse(localStorage.getItem('layout-setting') ?? '{}')).toMatchObject({ theme: '#6959CD' });
  expect(await screen.findByText('Layout settings saved')).toBeInTheDocument();
  store.dispatch(layoutChanged({ key: 'theme', value: layoutDefaults.theme }));
});
