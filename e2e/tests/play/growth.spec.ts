// Five minutes of a phone's pictures through the worker that shows them, as fast as it takes them, a clip recorded in their middle: what the
// page holds in memory does not grow. It counts time, and is left to the sweep.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { benchPage, units } from '../../bench/browser.mjs';
import { greet, type Peer, picture, type Server, serve } from '../../bench/play-server.mjs';
import { SWEPT } from '../../sweep';

const FPS = 30;
const MINUTE = 60 * FPS;
const MINUTES = 5;
/** Sent each tenth of a second: four times as fast as a phone draws them. */
const AT_ONCE = 12;
/** Until then the page fills its pools: it holds what a minute at this pace needs, and should need no more after it. */
const SETTLED = 2;
const LIMIT_MIB = 16;

let sent = 0;
let allowed = 0;
function connect(peer: Peer): void {
  greet(peer);
  const timer = setInterval(() => {
    if (!peer.open) clearInterval(timer);
    for (; peer.open && sent < allowed; sent += 1) peer.send(picture(units[sent % units.length] as Buffer, sent));
  }, 5);
}

let server: Server;
test.beforeAll(async () => {
  server = await serve({ root: benchPage, answer: () => ({ code: 0, msg: '', data: { ticket: 'any' } }), connect });
});
test.afterAll(() => server.close());

type Told = { type: string; fps?: number; dropped?: number; bytes?: number };
type Opened = { events: Told[]; handle: { record(): void; endRecord(): void } };
type Bench = { bench: { wasm(): Opened }; opened: Opened };

const residentMib = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

test(
  'five minutes of pictures, and a clip of one of them, leave the page as large as it was',
  SWEPT,
  async ({ page, browser }) => {
    await page.goto(server.origin);
    await page.evaluate(() => {
      const window = globalThis as unknown as Bench;
      window.opened = window.bench.wasm();
    });
    allowed = AT_ONCE;
    const told = () => page.evaluate(() => (globalThis as unknown as Bench).opened.events.map(({ type }) => type));
    await expect.poll(told).toContain('firstFrame');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    const resident = () => renderers.reduce((sum, pid) => sum + residentMib(pid), 0);

    /** Number of pictures that were told of since, shown or left out. The page keeps no events of its own. */
    const handled = () =>
      page.evaluate(() => {
        const { events } = (globalThis as unknown as Bench).opened;
        const stats = events.splice(0).filter(({ type }) => type === 'stats');
        return stats.reduce((sum, { fps = 0, dropped = 0 }) => sum + fps + dropped, 0);
      });
    const held: number[] = [];
    let shown = 0;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const clip = minute === MINUTES >> 1;
      if (clip) await page.evaluate(() => (globalThis as unknown as Bench).opened.handle.record());
      const samples: number[] = [];
      while (sent < (minute + 1) * MINUTE) {
        allowed = Math.min(sent + AT_ONCE, (minute + 1) * MINUTE);
        samples.push(resident());
        // Time is the subject here: the pause is the pace at which pictures are sent and memory is looked at, and nothing is awaited by it.
        await page.waitForTimeout(100);
        shown += await handled();
      }
      if (clip) await page.evaluate(() => (globalThis as unknown as Bench).opened.handle.endRecord());
      held.push(median(samples));
    }
    console.log(
      `resident, MiB each minute: ${held.map((mib) => mib.toFixed(0)).join(', ')}; ${Math.round(shown)} pictures`,
    );
    expect(shown, 'the worker took them').toBeGreaterThan(MINUTES * MINUTE * 0.8);
    expect((held.at(-1) ?? Number.NaN) - (held[SETTLED] ?? Number.NaN)).toBeLessThan(LIMIT_MIB);
  },
);
