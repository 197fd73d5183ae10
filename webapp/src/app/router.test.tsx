// Addresses with which the page was opened, as the router reads them. A warning in the console fails every test by itself (test/setup.ts).
import { waitFor } from '@testing-library/react';
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

/** The router of a visit that began at this address, once it stands somewhere. */
async function visit(address: string) {
  window.history.replaceState(null, '', address);
  const { router } = await import('./router');
  await waitFor(() => expect(router.state.initialized).toBe(true));
  return router;
}

it('without a session the pages of getting in and the refusals stand, every other address is kept whole for after the sign-in', async () => {
  const router = await visit('/app/index?q=01&sort=2#x');
  expect(router.state.location).toMatchObject({
    pathname: '/app/login',
    search: `?redirect=${encodeURIComponent('/index?q=01&sort=2#x')}`,
  });
  for (const path of ['/register', '/restpassword', '/social-login', '/auth-redirect', '/404', '/401']) {
    await router.navigate(path);
    expect([router.state.location.pathname, router.state.errors]).toEqual([`/app${path}`, null]);
  }
  router.dispose();
});

it('with a session the pages of getting in lead to the list', async () => {
  const answers: Record<string, object> = {
    'refresh-token': { code: 0, data: { userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 } },
    getInfo: { code: 200, user: { userId: 7 }, roles: [], permissions: [] },
    getRouters: { code: 200, data: [{ path: '/index', component: 'phones/index' }] },
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const call = new URL(address, 'http://owl.example').pathname.split('/').at(-1) ?? '';
    return Response.json(answers[call] ?? { code: 500, msg: '' });
  });
  const router = await visit('/app/login');
  expect(router.state.location.pathname).toBe('/app/index');
  await router.navigate('/register');
  expect(router.state.location.pathname).toBe('/app/index');
  router.dispose();
});

it('leaves an address that can be decoded as it is', async () => {
  window.history.replaceState(null, '', '/app/%E4%B8%BB?q=1');
  const { router } = await import('./router');
  expect(window.location.pathname + window.location.search).toBe('/app/%E4%B8%BB?q=1');
  router.dispose();
});
