import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { entryIn, hasNewerBuild } from '@/core/build';
import { renderIn } from '@/test/render';
import { Banners } from './Banners';

const page = (entry: string) =>
  `<!doctype html><script src="/app/boot.js"></script><script type="module" crossorigin src="${entry}"></script>`;
const serve = (html: string, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(html, { status })),
  );
const run = (entry: string) => {
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', entry);
  // Not run by jsdom; the document only has to name it.
  document.head.append(script);
};

afterEach(() => {
  document.head.querySelector('script')?.remove();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});

describe('a newer build', () => {
  it('is known by the entry script that the index names', () => {
    expect(entryIn(page('/app/assets/index-abc.js'))).toBe('/app/assets/index-abc.js');
    expect(entryIn('<p>no console</p>')).toBeNull();
  });

  it.each([
    ['/app/assets/index-new.js', 200, true],
    ['/app/assets/index-old.js', 200, false],
    ['/app/assets/index-new.js', 502, false],
  ])('%s answered with %d: %s', async (entry, status, newer) => {
    run('/app/assets/index-old.js');
    serve(page(entry), status);
    expect(await hasNewerBuild()).toBe(newer);
  });

  it('is not claimed when something else answers, or nobody', async () => {
    run('/app/assets/index-old.js');
    serve('<html>proxy</html>');
    expect(await hasNewerBuild()).toBe(false);
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    expect(await hasNewerBuild()).toBe(false);
  });

  it('is offered once it is there', async () => {
    run('/app/assets/index-old.js');
    serve(page('/app/assets/index-new.js'));
    await renderIn(<Banners />, { lang: 'en-US' });
    expect(await screen.findByText('A newer version of the console is available')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });

  it('is asked about again when the network is back, and loaded by the button', async () => {
    const reload = vi.fn();
    run('/app/assets/index-old.js');
    serve(page('/app/assets/index-old.js'));
    await renderIn(<Banners />, { lang: 'en-US' });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    serve(page('/app/assets/index-new.js'));
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    const button = await screen.findByRole('button', { name: 'Reload' });
    vi.stubGlobal('location', { reload });
    await userEvent.click(button);
    expect(reload).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});

it('says that the network is gone, and no longer when it is back', async () => {
  serve(page('/x'));
  await renderIn(<Banners />);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('网络已断开，恢复后会自动继续')).toBeInTheDocument();
  online.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('网络已断开，恢复后会自动继续')).toBeNull();
});

it.each([
  [false, 1],
  [true, 0],
])('warns of a connection that others can read (secure: %s)', async (secure, shown) => {
  vi.stubGlobal('isSecureContext', secure);
  await renderIn(<Banners />, { lang: 'en-US' });
  expect(screen.queryAllByText(/not encrypted/)).toHaveLength(shown);
  expect(screen.queryAllByRole('link', { name: 'Browser check' })).toHaveLength(shown);
  vi.unstubAllGlobals();
});
