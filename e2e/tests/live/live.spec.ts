// The account's sockets: what they bring, and what happens when they are lost. The server's own messages are in ../session.spec.ts.
import type { Page, WebSocketRoute } from '@playwright/test';
import { enter, spoken } from '../../account';
import { expect, test } from '../../fixtures';
import { hide } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const MEMBER = /\/websocket\/infra\/ws\?token=/;
const TICKET = '**/app-api/infra/ws-ticket';

/** More than five in a row are said. */
const TRIES_MAX = 6;

/** Takes the place of one of the sockets; the connections so far, newest last. */
async function stand(page: Page, at: RegExp): Promise<WebSocketRoute[]> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(at, (socket) => {
    sockets.push(socket);
    socket.onMessage((message) => {
      if (message === 'ping') socket.send('pong');
    });
  });
  return sockets;
}

test('nobody signed in, no socket; one of each kind for whoever is', SWEPT, async ({ page }) => {
  const opened: string[] = [];
  page.on('websocket', (socket) => opened.push(new URL(socket.url()).pathname));
  await page.goto('/app/login');
  await expect(page.locator('button[type=submit]')).toBeVisible();
  expect(opened).toEqual([]);
  await enter(page, 'zh-CN');
  const kinds = () => opened.filter((path) => !path.endsWith('/deck')).map((path) => path.replace(/\d+/, 'n'));
  await expect
    .poll(kinds)
    .toEqual(expect.arrayContaining(['/websocket/infra/ws', '/prod-api/api/websocket/notice/n/0']));
  expect(kinds()).toHaveLength(2);
});

test('a lost socket comes back with a fresh ticket @pg-sweep', SWEPT, async ({ page }) => {
  await page.clock.install();
  const urls: string[] = [];
  const open: WebSocketRoute[] = [];
  await page.routeWebSocket(MEMBER, (socket) => {
    urls.push(socket.url());
    open.push(socket);
    socket.connectToServer();
  });
  await enter(page, 'zh-CN');
  await expect.poll(() => urls.length).toBe(1);
  await open[0]?.close({ code: 1012, reason: 'gone' });
  // That it was lost is known to the page a moment later: time goes on until it tries again. How long it waits is held in live.test.ts.
  const tries = async () => {
    await page.clock.runFor(1_000);
    return urls.length;
  };
  await expect.poll(tries, { intervals: [20] }).toBe(2);
  expect(urls[1]).not.toBe(urls[0]);
});

test('phones that changed are loaded at once, without waiting for the next poll', SWEPT, async ({ page }) => {
  const sockets = await stand(page, MEMBER);
  await enter(page, 'zh-CN');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => sockets.length).toBe(1);
  await hide(page);
  const asked = page.waitForRequest('**/trade/phone/app-page');
  for (let at = 0; at < 5; at += 1) {
    sockets[0]?.send(JSON.stringify({ type: 'phone-changed', content: JSON.stringify({ phoneIds: [at], at }) }));
  }
  await asked;
});

test('nonsense on the member socket harms nobody', SWEPT, async ({ page }) => {
  const sockets = await stand(page, MEMBER);
  await enter(page, 'zh-CN');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => sockets.length).toBe(1);
  for (const nonsense of [
    '',
    '[]',
    '{',
    '{"type":"member-push"',
    '{"type":"__proto__","content":"{}"}',
    'x'.repeat(100_000),
  ]) {
    sockets[0]?.send(nonsense);
  }
  sockets[0]?.send(Buffer.from([0, 1, 2]));
  // A message that makes sense is heard still, and after all of that.
  await hide(page);
  const asked = page.waitForRequest('**/trade/phone/app-page');
  sockets[0]?.send(JSON.stringify({ type: 'phone-changed', content: JSON.stringify({ phoneIds: [1], at: 1 }) }));
  await asked;
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('zh-CN')('pages.phones') })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const language of spoken('en-US')) {
  test(`a connection that keeps failing is said once, in ${language}`, SWEPT, async ({ page }) => {
    await page.clock.install();
    let tries = 0;
    await page.route(TICKET, (route) => {
      if (!route.request().postData()?.includes('notice')) return route.continue();
      tries += 1;
      return route.abort();
    });
    await enter(page, language);
    const said = page.getByText(wordsIn(language)('session.troubled'));
    // A try that failed is known to the page a moment later, and five seconds after that comes the next: time goes on until it does.
    const passing = { intervals: [20] };
    for (let next = 2; next <= TRIES_MAX; next += 1) {
      await expect(said).toHaveCount(0);
      const tried = async () => {
        await page.clock.runFor(1_000);
        return tries;
      };
      await expect.poll(tried, passing).toBeGreaterThanOrEqual(next);
    }
    const heard = async () => {
      await page.clock.runFor(500);
      return said.count();
    };
    await expect.poll(heard, passing).toBe(1);
    await page.clock.runFor(10_000);
    await expect(said).toHaveCount(0);
  });
}
