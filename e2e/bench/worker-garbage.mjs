// Bytes that the stream worker leaves for the garbage collector per picture, against a plain TypeScript loop with the same socket and
// VideoDecoder in the same browser: the sum of all growth of its heap, read twenty times a second. Prints one line of JSON; the limit is
// what the worker may leave more than twice the plain loop.
import { median, open, round } from './browser.mjs';

const LIMIT_BYTES = 2_048;
const ROUNDS = Number(process.env.OWLDECK_BENCH_ROUNDS ?? 3);
const MEASURE_MS = Number(process.env.OWLDECK_BENCH_MS ?? 10_000);
const EVERY_MS = 50;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The heap of the one worker of a page, in bytes. */
async function heapOf(session) {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  if (targetInfos.length !== 1) throw new Error(`${targetInfos.length} workers, one expected`);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: targetInfos[0].targetId, flatten: false });
  let lastId = 0;
  return () =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const heard = (event) => {
        const message = JSON.parse(event.message);
        if (event.sessionId !== sessionId || message.id !== id) return;
        session.off('Target.receivedMessageFromTarget', heard);
        resolve(message.result.usedSize);
      };
      session.on('Target.receivedMessageFromTarget', heard);
      const message = JSON.stringify({ id, method: 'Runtime.getHeapUsage' });
      void session.send('Target.sendMessageToTarget', { sessionId, message });
    });
}

async function run({ browser, session, origin }, way) {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate((name) => {
    window.opened = window.bench[name]();
  }, way);
  await page.waitForFunction(() => window.opened.events.some((event) => event.type === 'firstFrame'));
  const used = await heapOf(session);
  await sleep(3_000);
  const shown = () => page.evaluate(() => window.opened.events.filter((event) => event.type === 'stats').reduce((sum, event) => sum + event.fps, 0));
  const [picturesBefore, until] = [await shown(), performance.now() + MEASURE_MS];
  let [left, last] = [0, await used()];
  while (performance.now() < until) {
    await sleep(EVERY_MS);
    const now = await used();
    left += Math.max(0, now - last);
    last = now;
  }
  const pictures = (await shown()) - picturesBefore;
  await page.close();
  await sleep(500);
  return left / pictures;
}

const bench = await open();
const runs = { wasm: [], plain: [] };
try {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const way of turn % 2 === 0 ? ['plain', 'wasm'] : ['wasm', 'plain']) runs[way].push(await run(bench, way));
  }
} finally {
  await bench.close();
}
const [wasm, plain] = [median(runs.wasm), median(runs.plain)];
const limit = plain * 2 + LIMIT_BYTES;
console.log(JSON.stringify({ bench: 'worker-garbage', bytesPerPicture: round(wasm), plainBytesPerPicture: round(plain), limit: round(limit), runs }));
process.exitCode = wasm > limit ? 1 : 0;
