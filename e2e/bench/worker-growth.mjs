// Whether the stream worker grows: five minutes of pictures in one page, a clip recorded in their middle minute. What the renderer
// holds (resident memory, after the first half minute) is read each second from /proc. Prints one line of JSON; the limit is what
// the last minute's median may lie above the second's.
import { readFileSync } from 'node:fs';
import { median, open, round } from './browser.mjs';

const MINUTES = Number(process.env.OWLDECK_GROWTH_MINUTES ?? 5);
const LIMIT_MIB = 24;
const SETTLE_MS = 30_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const residentMib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const bench = await open();
try {
  const page = await bench.browser.newPage();
  await page.goto(bench.origin);
  await page.evaluate(() => {
    window.opened = window.bench.wasm();
  });
  await page.waitForFunction(() => window.opened.events.some((event) => event.type === 'firstFrame'));
  // The bench's page keeps all events: it is not what is measured.
  await page.evaluate(() => setInterval(() => window.opened.events.splice(0, window.opened.events.length - 5), 1_000));
  const { processInfo } = await bench.session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter((process) => process.type === 'renderer').map((process) => process.id);
  const resident = () => renderers.reduce((sum, pid) => sum + residentMib(pid), 0);
  await sleep(SETTLE_MS);
  const minutes = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const clip = minute === MINUTES >> 1;
    if (clip) await page.evaluate(() => window.opened.handle.record());
    const samples = [];
    for (let second = 0; second < 60; second += 1) {
      samples.push(resident());
      await sleep(1_000);
    }
    if (clip) await page.evaluate(() => window.opened.handle.endRecord());
    minutes.push(round(median(samples)));
  }
  const grownMib = round(minutes.at(-1) - minutes[0]);
  console.log(JSON.stringify({ bench: 'worker-growth', grownMib, limitMib: LIMIT_MIB, residentMibPerMinute: minutes }));
  process.exitCode = grownMib > LIMIT_MIB ? 1 : 0;
} finally {
  await bench.close();
}
