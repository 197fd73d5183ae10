// Helpers of the browser's benches: the bench's page built and served, a recording played to it, and processor time of its worker.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launch } from '../chromium.mjs';
import { accessUnits, greet, picture, serve } from './play-server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const webapp = join(here, '../../webapp');
const WARM_UP_MS = 3_000;
const MEASURE_MS = Number(process.env.OWLDECK_BENCH_MS ?? 10_000);
const FPS = Number(process.env.OWLDECK_BENCH_FPS ?? 40);
/** A name that is no loopback to the browser: what comes from there over http is not a secure context. */
const ELSEWHERE = 'console.test';

export const units = accessUnits(join(here, 'sample.h264'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let sent = 0;

/** Plays the recording in a loop; its first picture is a key picture. */
function play(peer) {
  greet(peer);
  const begun = performance.now();
  let sequence = 0;
  const timer = setInterval(() => {
    if (!peer.open) clearInterval(timer);
    while (peer.open && sequence < ((performance.now() - begun) * FPS) / 1000) {
      peer.send(picture(units[sequence % units.length], sequence));
      sequence += 1;
      sent += 1;
    }
  }, 500 / FPS);
}

/** Where the bench's page lies once it is built. */
export const benchPage = join(webapp, 'node_modules/.cache/stream-bench');

/** Builds the bench's page; where it lies. */
export function builtPage() {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'bench/vite.config.ts', '--logLevel', 'error'], {
    cwd: webapp,
    stdio: 'inherit',
  });
  return benchPage;
}

/** The page at an address where the browser decodes, and at one where it does not; `close` ends it. */
export async function open() {
  const server = await serve({
    root: builtPage(),
    answer: () => ({ code: 0, msg: '', data: { ticket: 'bench' } }),
    connect: play,
  });
  const browser = await chromium.launch({
    ...launch,
    args: [
      ...launch.args,
      `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
    ],
  });
  const close = async () => {
    await browser.close();
    server.close();
  };
  const elsewhere = server.origin.replace('127.0.0.1', ELSEWHERE);
  return { browser, session: await browser.newBrowserCDPSession(), origin: server.origin, elsewhere, close };
}

/** Processor time of a thread in ms: nanoseconds where the kernel counts them, else clock ticks of 10 ms. */
function threadMs(pid, thread) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
}

/** The threads of dedicated workers in all renderers of the browser. */
async function workerThreads(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const threads = [];
  for (const { id: pid } of processInfo.filter((process) => process.type === 'renderer')) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
      if (name.startsWith('DedicatedWorker')) threads.push({ pid, thread });
    }
  }
  return threads;
}

/** One run: ms of processor time per picture that was decoded and shown. */
export async function run({ browser, session }, origin, way) {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate((name) => {
    window.opened = window.bench[name]();
  }, way);
  await page.waitForFunction(() => window.opened.events.some((event) => event.type === 'firstFrame'));
  await sleep(WARM_UP_MS);
  const threads = await workerThreads(session);
  if (threads.length !== 1) throw new Error(`${threads.length} worker threads, one expected`);
  const [{ pid, thread }] = threads;
  const droppedYet = () =>
    page.evaluate(() => window.opened.events.reduce((sum, event) => sum + (event.type === 'stats' ? event.dropped : 0), 0));
  const before = { ms: threadMs(pid, thread), sent, dropped: await droppedYet() };
  await sleep(MEASURE_MS);
  const after = { ms: threadMs(pid, thread), sent, dropped: await droppedYet() };
  const decoder = await page.evaluate(() => window.opened.events.findLast((event) => event.type === 'stats')?.decoder);
  const dropped = after.dropped - before.dropped;
  const pictures = after.sent - before.sent - dropped;
  await page.close();
  while ((await workerThreads(session)).length > 0) await sleep(50);
  return { perPictureMs: (after.ms - before.ms) / pictures, pictures, dropped, decoder };
}

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
export const round = (value) => Number(value.toFixed(4));
