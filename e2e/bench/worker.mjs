// Processor time of the stream worker per decoded picture, against a plain TypeScript loop with the same socket and VideoDecoder.
// Alternating runs in one browser over the same recorded stream; the worker's thread is read from /proc. Prints one line of JSON.
// The limit of the product is 1.1; the median of the runs counts.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { accessUnits, hello, picture, pong, serve } from './play-server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const webapp = join(here, '../../webapp');
const LIMIT = 1.1;
const FPS = Number(process.env.OWLDECK_BENCH_FPS ?? 40);
const ROUNDS = Number(process.env.OWLDECK_BENCH_ROUNDS ?? 5);
const WARM_UP_MS = 3_000;
const MEASURE_MS = Number(process.env.OWLDECK_BENCH_MS ?? 10_000);
const INPUT_PING = 6;

const units = accessUnits(join(here, 'sample.h264'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let sent = 0;

/** Plays the recording in a loop; its first picture is a key picture. */
function play(peer) {
  peer.send(hello());
  peer.onmessage = (message) => {
    if (message[8] === INPUT_PING) peer.send(pong(message));
  };
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
async function run(browser, session, origin, way) {
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
  const dropped = after.dropped - before.dropped;
  const pictures = after.sent - before.sent - dropped;
  await page.close();
  while ((await workerThreads(session)).length > 0) await sleep(50);
  return { perPictureMs: (after.ms - before.ms) / pictures, pictures, dropped };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'bench/vite.config.ts', '--logLevel', 'error'], {
  cwd: webapp,
  stdio: 'inherit',
});
const server = await serve({
  root: join(webapp, 'node_modules/.cache/stream-bench'),
  answer: () => ({ code: 0, msg: '', data: { ticket: 'bench' } }),
  connect: play,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const session = await browser.newBrowserCDPSession();
const runs = { wasm: [], plain: [] };
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order turns around each round, so that a machine that grows slower favours neither.
    const order = round % 2 === 0 ? ['plain', 'wasm'] : ['wasm', 'plain'];
    for (const way of order) runs[way].push(await run(browser, session, server.origin, way));
  }
} finally {
  await browser.close();
  server.close();
}
const wasmMs = median(runs.wasm.map((one) => one.perPictureMs));
const plainMs = median(runs.plain.map((one) => one.perPictureMs));
const ratio = wasmMs / plainMs;
const round = (value) => Number(value.toFixed(4));
console.log(
  JSON.stringify({
    bench: 'worker',
    ratio: round(ratio),
    limit: LIMIT,
    wasmMsPerPicture: round(wasmMs),
    plainMsPerPicture: round(plainMs),
    picturesPerRun: runs.wasm[0].pictures,
    dropped: { wasm: runs.wasm.map((one) => one.dropped), plain: runs.plain.map((one) => one.dropped) },
    wasmRuns: runs.wasm.map((one) => round(one.perPictureMs)),
    plainRuns: runs.plain.map((one) => round(one.perPictureMs)),
  }),
);
process.exitCode = ratio > LIMIT ? 1 : 0;
