// Helpers of the benches of the whole product: the binary with simulated phones, a browser on its pages, and a phone's shell.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launch } from '../chromium.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const binary = resolve(process.env.OWLDECK_BINARY ?? join(here, '../../target/release/owldeck'));

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
/** The value below which so many hundredths lie. */
export const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * part) / 100))];
export const median = (values) => percentile(values, 50);

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Starts a demo with so many simulated phones, and `more` settings. */
export async function start(phones, more = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'owldeck-bench-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env.PATH,
    OWLDECK_LISTEN: origin.slice(7),
    OWLDECK_DATA_DIR: dataDir,
    OWLDECK_SIM_STOCK: '0',
    OWLDECK_SIM_HISTORY: 'false',
    OWLDECK_SIM_PHONES: String(phones),
    OWLDECK_LOG: 'warn',
    ...more,
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
  return { origin, dataDir, pid: child.pid, readyMs, stop };
}

/** Runs a command on the first simulated phone, by an adb server that ends with it. */
export async function shell(server, command) {
  const { firstPort } = JSON.parse(readFileSync(join(server.dataDir, 'demo.json'), 'utf8'));
  const address = `127.0.0.1:${firstPort}`;
  const port = String(await freePort());
  const adb = (...words) => execFileSync('adb', ['-P', port, ...words], { encoding: 'utf8', stdio: 'pipe' });
  try {
    adb('connect', address);
    return adb('-s', address, 'shell', command).trim();
  } finally {
    adb('kill-server');
  }
}

/** Resident memory of a process in MiB. */
export const residentMib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

export const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

export const browse = () => chromium.launch(launch);

export async function signIn(browser, origin, account) {
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

/** From the click that opens a phone to its first picture, measured in the page. */
export async function open(page, name) {
  return page.evaluate(async (label) => {
    const begun = performance.now();
    document.querySelector(`article[aria-label="${label}"] button[aria-label]`).click();
    while (!document.querySelector('[data-phase="live"]')) await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - begun;
  }, name);
}
