// How smoothly 10,000 phones scroll: the built console in Chromium, its list answered with ten thousand rows, in each of its three views.
// Frames are counted while the page moves as fast as twenty notches of a wheel a second, for some seconds; an empty page that scrolls alike is the
// yardstick of the same run. Prints one JSON line a view; fails below 50 frames a second where the yardstick itself keeps 55.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launch } from '../chromium.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const binary = resolve(process.env.OWLDECK_BINARY ?? join(here, '../../target/release/owldeck'));
const ROWS = 10_000;
const SECONDS = 5;
/** A notch is 120 pixels. */
const PIXELS_A_SECOND = 2_400;
const FRAMES_MIN = 50;
const YARDSTICK_MIN = 55;
const PATIENCE_MS = 60_000;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

const dataDir = mkdtempSync(join(tmpdir(), 'owldeck-scroll-'));
const origin = `http://127.0.0.1:${await freePort()}`;
const env = { PATH: process.env.PATH, OWLDECK_LISTEN: origin.slice(7), OWLDECK_DATA_DIR: dataDir, OWLDECK_SIM_PHONES: '8', OWLDECK_SIM_STOCK: '0', OWLDECK_SIM_HISTORY: 'false', OWLDECK_LOG: 'warn' };
const server = spawn(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const ended = new Promise((done) => server.once('exit', done));
while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
  if (server.exitCode !== null) throw new Error('the server ended');
  await sleep(50);
}

/** States of the copied phones. None of them runs, as few of a large account do, so that the small pictures stay those of the demo. */
const STATES = [
  { businessStatus: 0, power: 'off' },
  { businessStatus: 0, power: 'on' },
  { businessStatus: 3, power: 'on' },
  { businessStatus: 99, power: 'on' },
];

/** The demo's own phones, and copies of them up to ten thousand: once a view. What is asked while it scrolls stays open, so that only scrolling is measured. */
let answered = false;
async function tenThousand(route) {
  if (answered) return;
  const answer = await route.fetch().catch(() => null);
  // The page went on meanwhile.
  if (!answer) return;
  answered = true;
  const body = await answer.json();
  const [model] = body.data.list;
  const copies = Array.from({ length: ROWS - body.data.list.length }, (_, n) => ({
    ...model,
    ...STATES[n % STATES.length],
    phoneId: 1_000_000 + n,
    owlId: `OWL-${100_000 + n}`,
    phoneAlias: `云机 ${n}`,
    expireTime: model.expireTime + n * 60_000,
  }));
  await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, list: [...body.data.list, ...copies], total: ROWS } } });
}

/** Frames a second while what holds `inside` scrolls, up and down again at its ends; and the slowest hundredth of frames. */
const scrolled = (page, inside) =>
  page.evaluate(
    async ({ inside, seconds, speed }) => {
      let place = document.querySelector(inside);
      const scrolls = (el) => el.scrollHeight > el.clientHeight + 100 && getComputedStyle(el).overflowY !== 'visible';
      while (place && !scrolls(place)) place = place.parentElement;
      place ??= document.scrollingElement;
      const gaps = [];
      let [way, last] = [1, await new Promise(requestAnimationFrame)];
      for (const begun = last; last - begun < seconds * 1000; ) {
        const now = await new Promise(requestAnimationFrame);
        const before = place.scrollTop;
        place.scrollTop += (way * speed * (now - last)) / 1000;
        if (place.scrollTop === before) way = -way;
        gaps.push(now - last);
        last = now;
      }
      gaps.sort((a, b) => a - b);
      const sum = gaps.reduce((a, b) => a + b, 0);
      return { frames: (gaps.length * 1000) / sum, slowest: gaps[Math.floor(gaps.length * 0.99)], height: place.scrollHeight };
    },
    { inside, seconds: SECONDS, speed: PIXELS_A_SECOND },
  );

let failed = false;
const browser = await chromium.launch(launch);
try {
  const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const empty = await context.newPage();
  await empty.setContent('<div style="height: 1000000px; background: linear-gradient(#fff, #888)"></div>');
  const page = await context.newPage();
  await page.goto('/app/');
  await page.getByLabel('手机号或账号').fill('13800000000');
  await page.locator('input[type=password]').fill('Owldeck#2026');
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await page.getByRole('article').first().waitFor();
  for (const [view, inside] of [
    ['cards', 'article'],
    ['dense', 'article'],
    ['table', '.ant-table-row'],
  ]) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/app-api/trade/phone/app-page', tenThousand);
    answered = false;
    await page.evaluate((view) => localStorage.setItem('phoneView', view), view);
    await page.reload();
    await page.locator(inside).nth(10).waitFor();
    await empty.bringToFront();
    const yardstick = await scrolled(empty, 'div');
    await page.bringToFront();
    await sleep(1_000);
    const { frames, slowest, height } = await scrolled(page, inside);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(
      JSON.stringify({
        bench: 'scroll',
        view,
        rows: ROWS,
        frames_a_second: +frames.toFixed(1),
        yardstick: +yardstick.frames.toFixed(1),
        slowest_ms: Math.round(slowest),
        height,
        nodes,
      }),
    );
    if (frames < FRAMES_MIN && yardstick.frames >= YARDSTICK_MIN) failed = true;
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;
