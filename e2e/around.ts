// Somebody else's page with one of ours in it, which keeps what it is told.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';

export interface Heard<Said> {
  from: string;
  said: Said;
}

/** Somebody else's server, at a port of its own. */
export interface Neighbour {
  origin: string;
  /** Address of the frame in its page. */
  inside: string;
  close(): void;
}

/** Opens one; it has nothing of ours yet. */
export async function neighbour(): Promise<Neighbour> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><meta name="viewport" content="width=device-width"><title>Shop</title><script>
      window.heard = [];
      addEventListener('message', (event) => heard.push({ from: event.origin, said: event.data }));
    </script><iframe src="${opened.inside}" style="width: 100%; height: 820px; border: 0"></iframe>`);
  });
  const opened: Neighbour = {
    origin: await listening(server),
    inside: 'about:blank',
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return opened;
}

/** Has a server listen at a free port that nobody else gets meanwhile; its origin. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A page whose origin is not named frames nothing of ours at this address: the browser's own page stands in its place. */
export async function framesNothing(page: Page, address: string): Promise<void> {
  const stranger = await neighbour();
  stranger.inside = address;
  await page.goto(stranger.origin);
  await expect.poll(() => page.mainFrame().childFrames()[0]?.url() ?? '').toMatch(/^chrome-error:/);
  stranger.close();
}

/** Messages that the page around was told so far. */
export const heardBy = <Said>(page: Page): Promise<Heard<Said>[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard<Said>[] }).heard);
