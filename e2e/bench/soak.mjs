// Whether anything grows while a phone is played: one browser on one phone that draws 30 pictures a second, a touch each second. Each
// minute: what server, phones and browser hold in memory, and how old pictures are when they are shown. Prints one JSON line; fails where
// the last minutes lie too far above the first ones. OWLDECK_SOAK_MINUTES: 60 unless said otherwise.
import { browse, childrenOf, median, open, residentMib, shell, signIn, sleep, start } from './demo.mjs';

const MINUTES = Number(process.env.OWLDECK_SOAK_MINUTES ?? 60);
/** Until caches are full and code is warm. */
const SETTLE_MS = Math.min(60_000, MINUTES * 15_000);
const GROWN_MIB_MAX = { server: 16, phones: 16, browser: 32 };
const OLDER_MS_MAX = 100;
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
  const part = Math.max(1, Math.floor(MINUTES / 6));
  const grown = (what) => {
    const [first, last] = [minutes.slice(0, part), minutes.slice(-part)].map((some) => median(some.map((each) => each[what])));
    return Math.round((last - first) * 10) / 10;
  };
  const figure = { server: grown('server'), phones: grown('phones'), browser: grown('browser'), olderMs: grown('delayMs') };
  console.log(JSON.stringify({ bench: 'soak', minutes: MINUTES, grown_mib: figure, limits: GROWN_MIB_MAX, first: minutes[0], last: minutes.at(-1) }));
  failed = figure.olderMs > OLDER_MS_MAX || Object.entries(GROWN_MIB_MAX).some(([what, max]) => figure[what] > max);
} finally {
  await browser.close();
  await server.stop();
}
if (failed) process.exit(1);
