// Somebody else's page with one of ours in it, which keeps what it is told.
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

export interface Heard<Said> {
  from: string;
  said: Said;
}

/** Somebody else's page at `origin` with one of ours in it, as long as `use` takes. */
export async function around(origin: string, inside: string, use: () => Promise<void>): Promise<void> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><meta name="viewport" content="width=device-width"><title>Shop</title><script>
      window.heard = [];
      addEventListener('message', (event) => heard.push({ from: event.origin, said: event.data }));
    </script><iframe src="${inside}" style="width: 100%; height: 820px; border: 0"></iframe>`);
  });
  await new Promise<void>((done) => server.listen(Number(new URL(origin).port), '127.0.0.1', done));
  try {
    await use();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** What it was told so far. */
export const heardBy = <Said>(page: Page): Promise<Heard<Said>[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard<Said>[] }).heard);
