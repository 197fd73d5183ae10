// Addresses with which the page was opened, as the router reads them. A warning in the console fails every test by itself (test/setup.ts).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json({ code: 401, msg: '' }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

it.each(['/app/%', '/app/%zz/index', '/app/index/%E4%B8?q=1', '/app/redirect/%'])(
  '%s, which cannot be decoded, is not found, and the console stays quiet',
  async (address) => {
    window.history.replaceState(null, '', address);
    const { router } = await import('./router');
    expect(window.location.pathname).toBe('/app/404');
    expect(router.state.location.pathname).toBe('/app/404');
    router.dispose();
  },
);

it('leaves an address that can be decoded as it is', async () => {
  window.history.replaceState(null, '', '/app/%E4%B8%BB?q=1');
  const { router } = await import('./router');
  expect(window.location.pathname + window.location.search).toBe('/app/%E4%B8%BB?q=1');
  router.dispose();
});
