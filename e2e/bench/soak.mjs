// Whether anything grows while a phone is played: one browser on one phone that draws 30 pictures a second, a touch each second. Each
// minute: what server, phones and browser hold in memory, and how old pictures are when they are shown. Prints one JSON line; fails where
// the last minutes lie too far above the first ones. OWLDECK_SOAK_MINUTES: 60 unless said otherwise.
import { browse, childrenOf, median, open, residentMib, shell, signIn, sleep, start } from './demo.mjs';

const MINUTES = Number(process.env.OWLDECK_SOAK_MINUTES ?? 60);
/** Until caches are full and code is warm. */
const SETTLE_MS = Math.min(60_000, MINUTES * 15_000);
/** Memory in MiB, and the age of pictures in milliseconds. */
const GROWN_MAX = { server: 16, phones: 16, browser: 32, delayMs: 100 };
const PHONE = '主力-01';

const server = await start(8);
const browser = await browse();
let failed = false;
try {
  const page = await signIn(browser, server.origin, '13800000000');
  await open(page, PHONE);
  await shell(server, 'setprop owl.corner 30');
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  const sum = (pids) => pids.reduce((total, pid) => total + residentMib(pid), 0);
  const box = await page.locator('[role=img] canvas').boundingBox();
  await sleep(SETTLE_MS);
  const minutes = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const seconds = [];
    for (let second = 0; second < 60; second += 1) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.02);
      seconds.push({
        server: residentMib(server.pid),
        phones: sum(childrenOf(server.pid)),
        browser: sum(await renderers()),
        delayMs: Number(await page.locator('b.owl-figures').first().textContent()),
      });
      await sleep(950);
    }
    const of = (what) => Math.round(median(seconds.map((each) => each[what])) * 10) / 10;
    minutes.push({ server: of('server'), phones: of('phones'), browser: of('browser'), delayMs: of('delayMs') });
  }
  const parts = Math.min(6, minutes.length);
  const length = Math.floor(minutes.length / parts);
  /** Medians of the sixths: they tell what grows without end from what fills up. */
  const course = (what) =>
    Array.from({ length: parts }, (_, at) => median(minutes.slice(at * length, (at + 1) * length).map((each) => each[what])));
  const courses = Object.fromEntries(Object.keys(GROWN_MAX).map((what) => [what, course(what)]));
  const grown = Object.fromEntries(
    Object.entries(courses).map(([what, all]) => [what, Math.round((all.at(-1) - all[0]) * 10) / 10]),
  );
  console.log(JSON.stringify({ bench: 'soak', minutes: MINUTES, grown, limits: GROWN_MAX, courses }));
  failed = Object.entries(GROWN_MAX).some(([what, max]) => grown[what] > max);
} finally {
  await browser.close();
  await server.stop();
}
if (failed) process.exit(1);
