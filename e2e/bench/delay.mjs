// How old a picture is when it is seen, in Chromium at 720×1280 and 30 pictures a second: the phone paints number and time into its
// corner, the page reads them from the canvas at each composition; both are of one clock here. And how long after a touch the picture
// changes. Prints one JSON line a figure; fails where a limit of the product is passed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, median, open, percentile, shell, signIn, sleep, start } from './demo.mjs';

const RATE = 30;
const FRAME_MS = 1_000 / RATE;
const PICTURES = 600;
const TOUCHES = 11;
/** How much later than a picture that nobody touched, in frames. */
const TOUCH_FRAMES_MAX = 2;
const PHONE = '主力-01';

const reader = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'corner.mjs'), 'utf8').replaceAll('export function', 'function');
const print = (figure) => console.log(JSON.stringify({ bench: 'delay', ...figure }));
const rounded = (ms) => Math.round(ms * 10) / 10;

/** Ages of so many pictures, in milliseconds, and how many between them were never seen. */
const ages = (page, count) =>
  page.evaluate(
    async ([source, wanted]) => {
      const readCorner = new Function(`${source}; return readCorner;`)();
      const canvas = document.querySelector('[role=img] canvas');
      const copy = new OffscreenCanvas(720, 1280).getContext('2d', { willReadFrequently: true });
      const seen = [];
      let last = null;
      let missed = 0;
      const until = performance.now() + 120_000;
      while (seen.length < wanted && performance.now() < until) {
        await new Promise((next) => requestAnimationFrame(next));
        const nowMs = performance.timeOrigin + performance.now();
        copy.drawImage(canvas, 0, 0, 720, 1280);
        const { data } = copy.getImageData(0, 0, 720, 64);
        const corner = readCorner({ data, width: 720, height: 1280 });
        if (!corner || corner.number === last) continue;
        if (last !== null) missed += corner.number - last - 1;
        last = corner.number;
        // The corner holds the low 48 bits.
        seen.push((((Math.round(nowMs * 1_000) % 2 ** 48) - corner.drawnUs) / 1_000));
      }
      return { seen, missed };
    },
    [reader, count],
  );

/** From a touch at a place of the screen, in parts, until what is seen has changed; null when it does not. */
async function touched(page, x, y) {
  const watching = page.evaluate(async () => {
    const canvas = document.querySelector('[role=img] canvas');
    const copy = new OffscreenCanvas(72, 128).getContext('2d', { willReadFrequently: true });
    const look = () => {
      copy.drawImage(canvas, 0, 0, 72, 128);
      return copy.getImageData(0, 20, 72, 80).data;
    };
    let begun = null;
    window.addEventListener('pointerup', (event) => (begun = event.timeStamp), { capture: true, once: true });
    const before = look();
    for (;;) {
      await new Promise((next) => requestAnimationFrame(next));
      const now = look();
      let changed = 0;
      for (let i = 0; i < now.length; i += 4) if (Math.abs(now[i] - before[i]) + Math.abs(now[i + 1] - before[i + 1]) > 60) changed += 1;
      if (begun !== null && changed > now.length / 4 / 5) return performance.now() - begun;
      if (begun !== null && performance.now() - begun > 5_000) return null;
    }
  });
  const box = await page.locator('[role=img] canvas').boundingBox();
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await sleep(200);
  await page.mouse.down();
  await page.mouse.up();
  return watching;
}

const server = await start(8);
const browser = await browse();
let failed = false;
try {
  const page = await signIn(browser, server.origin, '13800000000');
  await open(page, PHONE);
  const touches = [];
  for (let i = 0; i < TOUCHES; i += 1) {
    await shell(server, 'input keyevent 3');
    await sleep(800);
    const took = await touched(page, 0.14, 0.87);
    if (took !== null) touches.push(took);
    await sleep(300);
  }
  await shell(server, `setprop owl.corner ${RATE}; input keyevent 3`);
  await sleep(2_000);
  const { seen, missed } = await ages(page, PICTURES);
  print({ draw_to_display_ms: { median: rounded(median(seen)), p99: rounded(percentile(seen, 99)) }, pictures: seen.length, not_seen: missed });
  const more = (median(touches) - median(seen)) / FRAME_MS;
  print({ touch_to_changed_ms: { median: rounded(median(touches)), largest: rounded(Math.max(...touches)) }, touches: touches.length, frames_more: rounded(more) });
  if (seen.length < PICTURES || touches.length < TOUCHES || more > TOUCH_FRAMES_MAX) {
    failed = true;
    console.error(`a touched picture comes ${rounded(more)} frames later than one that is not, the limit is ${TOUCH_FRAMES_MAX}; ${seen.length} pictures, ${touches.length} touches`);
  }
} finally {
  await browser.close();
  await server.stop();
}
if (failed) process.exit(1);
