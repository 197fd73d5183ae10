// Cost and speed of a server, on the release binary with simulated phones: ready after start, memory at rest, first
// picture cold and warm. Prints one JSON line a figure; fails where a limit of the product is passed.
import { browse, childrenOf, median, open, residentMib, signIn, sleep, start } from './demo.mjs';

const SERVER_MIB_MAX = 60;
const PHONE_MIB_MAX = 4;
const FEW = 8;
const MANY = 108;
const OPENINGS = 7;

const print = (figure) => console.log(JSON.stringify({ bench: 'server', ...figure }));
let failed = false;
const limit = (name, value, max) => {
  if (value > max) {
    failed = true;
    console.error(`${name} is ${value}, the limit is ${max}`);
  }
};

async function memory() {
  const totals = {};
  for (const phones of [FEW, MANY]) {
    const server = await start(phones);
    await sleep(5_000);
    const own = residentMib(server.pid);
    const host = childrenOf(server.pid).reduce((sum, pid) => sum + residentMib(pid), 0);
    totals[phones] = own + host;
    print({ phones, ready_ms: Math.round(server.readyMs), server_mib: +own.toFixed(1), phones_mib: +host.toFixed(1) });
    if (phones === FEW) limit('server_mib', own, SERVER_MIB_MAX);
    await server.stop();
  }
  const each = (totals[MANY] - totals[FEW]) / (MANY - FEW);
  print({ mib_per_idle_phone: +each.toFixed(3) });
  limit('mib_per_idle_phone', each, PHONE_MIB_MAX);
}

async function pictures() {
  const server = await start(FEW);
  const browser = await browse();
  try {
    const page = await signIn(browser, server.origin, '13800000000');
    const guest = await signIn(browser, server.origin, '13900000000');
    const back = (of) => of.getByRole('navigation', { name: '主导航' }).getByRole('link').first().click();
    // The page's code is loaded before anything is timed.
    await open(page, '选品 A');
    await back(page);
    await open(guest, '跑酷-11').catch(() => open(guest, '农场-03'));
    await back(guest);
    const [cold, warm] = [[], []];
    for (let i = 0; i < OPENINGS; i++) {
      // Longer than a screen lingers after its last viewer.
      await sleep(5_000);
      cold.push(await open(page, '主力-01'));
      warm.push(await open(guest, '主力-01'));
      await back(page);
      await back(guest);
    }
    print({ first_picture_ms: { cold: Math.round(median(cold)), warm: Math.round(median(warm)) }, openings: OPENINGS });
  } finally {
    await browser.close();
    await server.stop();
  }
}

await memory();
await pictures();
if (failed) process.exit(1);
