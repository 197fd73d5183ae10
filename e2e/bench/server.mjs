// What a server costs and how fast it is, on the release binary with simulated phones: ready after start, memory at rest, first
// picture cold and warm, delay while the picture changes. Prints one JSON line a figure; fails where a limit of the product is passed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const binary = resolve(process.env.OWLDECK_BINARY ?? join(here, '../../target/release/owldeck'));
const SERVER_MIB_MAX = 60;
const PHONE_MIB_MAX = 4;
const FEW = 8;
const MANY = 108;
const OPENINGS = 7;
const TYPING_MS = 12_000;
const STUCK = 50;
const STUCK_MIB_MAX = 1;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const print = (figure) => console.log(JSON.stringify({ bench: 'server', ...figure }));
let failed = false;
const limit = (name, value, max) => {
  if (value > max) {
    failed = true;
    console.error(`${name} is ${value}, the limit is ${max}`);
  }
};

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

async function start(phones) {
  const dataDir = mkdtempSync(join(tmpdir(), 'owldeck-bench-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env.PATH,
    OWLDECK_LISTEN: origin.slice(7),
    OWLDECK_DATA_DIR: dataDir,
    OWLDECK_SIM_PHONES: String(phones),
    OWLDECK_LOG: 'warn',
  };
  const begun = performance.now();
  const child = spawn(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the server ended');
    await sleep(5);
  }
  const readyMs = performance.now() - begun;
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin, pid: child.pid, readyMs, stop };
}

/** Resident memory of a process in MiB. */
const residentMib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

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

async function signIn(browser, origin, account) {
  const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/app/');
  await page.getByLabel('手机号或账号').fill(account);
  await page.locator('input[type=password]').fill('Owldeck#2026');
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await page.getByRole('article').first().waitFor();
  return page;
}

/** Sockets that are upgraded to a phone's picture and then never read. */
async function stuckViewers(origin, count) {
  const call = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', terminal: 'PC', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return (await (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()).data;
  };
  const { accessToken } = await call('/app-api/member/auth/sms-login', { phone: '13800000000', password: 'Owldeck#2026' });
  const { list } = await call('/app-api/trade/phone/app-page', {}, accessToken);
  const { phoneId } = list.find((phone) => phone.phoneAlias === '主力-01');
  const { hostname, port } = new URL(origin);
  const sockets = [];
  for (let i = 0; i < count; i++) {
    const { ticket } = await call('/app-api/infra/cacloud-resource/phone/startPhone', { phoneId, mode: 'view' }, accessToken);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {});
    socket.write(
      `GET /websocket/play/${phoneId}?token=${ticket} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
    );
    sockets.push(socket);
  }
  return sockets;
}

/** From the click that opens a phone to its first picture, measured in the page. */
async function open(page, name) {
  return page.evaluate(async (label) => {
    const begun = performance.now();
    document.querySelector(`article[aria-label="${label}"] button[aria-label]`).click();
    while (!document.querySelector('[data-phase="live"]')) await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - begun;
  }, name);
}

async function pictures() {
  const server = await start(FEW);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
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

    await open(page, '主力-01');
    const box = await page.getByRole('img', { name: /的画面$/ }).boundingBox();
    await page.mouse.click(box.x + box.width * 0.14, box.y + box.height * 0.87);
    await sleep(800);
    await page.mouse.click(box.x + box.width * 0.86, box.y + box.height * 0.9);
    await sleep(800);
    const delays = [];
    const until = performance.now() + TYPING_MS;
    for (let read = performance.now(); performance.now() < until; ) {
      await page.keyboard.press('a');
      if (performance.now() - read < 500) continue;
      read = performance.now();
      delays.push(Number(await page.locator('b.owl-figures').first().textContent()));
    }
    print({ draw_to_display_ms: { median: median(delays), largest: Math.max(...delays) }, readings: delays.length, while: 'typing into a note' });
    const before = residentMib(server.pid);
    const stuck = await stuckViewers(server.origin, STUCK);
    const full = performance.now() + TYPING_MS;
    while (performance.now() < full) await page.keyboard.press('b');
    const each = (residentMib(server.pid) - before) / STUCK;
    print({ stuck_viewers: STUCK, mib_per_stuck_viewer: +each.toFixed(3) });
    limit('mib_per_stuck_viewer', each, STUCK_MIB_MAX);
    for (const socket of stuck) socket.destroy();
  } finally {
    await browser.close();
    await server.stop();
  }
}

await memory();
await pictures();
if (failed) process.exit(1);
