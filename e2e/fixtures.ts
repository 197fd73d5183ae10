// One demo server a worker, on a free port with a fresh data folder; every page's console must stay silent.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';

export const PASSWORD = 'Owldeck#2026';
export const FIRST_MEMBER = '13800000000';
export const SECOND_MEMBER = '13900000000';

export type ServerOptions = { database: string };

export type Demo = {
  origin: string;
  dataDir: string;
  /** Moves the server's clock to so many seconds from now. */
  moveClock(seconds: number): void;
  /** Loads a seed into the running server's database. */
  seed(lists: object): void;
};

const binary = resolve(process.env.OWLDECK_BINARY ?? '../target/debug/owldeck');

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))));
    });
  });
}

async function ready(origin: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((r) => setTimeout(r, 50));
  }
  throw new Error('the server is not ready after 30 s');
}

let databases = 0;

/** A new database on the server that the address names: each demo fills one of its own. */
function newDatabase(address: string): string {
  const name = `owldeck_e2e_${process.pid}_${databases++}`;
  execFileSync('createdb', ['--maintenance-db', address, name]);
  const own = new URL(address);
  own.pathname = `/${name}`;
  return own.href;
}

/** Starts a demo, with `more` settings, and gives it to `use`; ends it after. */
export async function withDemo(database: string, use: (demo: Demo) => Promise<void>, more: Record<string, string> = {}): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'owldeck-e2e-'));
  const clockFile = join(dataDir, 'clock-offset');
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env.PATH,
    OWLDECK_LISTEN: origin.slice('http://'.length),
    OWLDECK_DATA_DIR: dataDir,
    OWLDECK_CLOCK_OFFSET_FILE: clockFile,
    OWLDECK_LOG: 'warn',
    OWLDECK_SIM_STOCK: '0',
    ...(database ? { OWLDECK_DATABASE_URL: newDatabase(database) } : {}),
    ...more,
  };
  const child = spawn(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const seed = (lists: object) => {
    const file = join(dataDir, 'seed.json');
    writeFileSync(file, JSON.stringify(lists));
    execFileSync(binary, ['seed', '--file', file], { env });
  };
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    await ready(origin, child);
    await use({ origin, dataDir, seed, moveClock: (seconds) => writeFileSync(clockFile, String(seconds)) });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Notes what a page's console complains of. Chromium itself reports a socket that the server closes with a reason; that is no fault of the page. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

type Fixtures = {
  /** Whatever the consoles of this test said; must be empty at the end. */
  complaints: string[];
  /** A page of a further browser profile. */
  another: () => Promise<Page>;
};

export const test = base.extend<Fixtures, ServerOptions & { demo: Demo }>({
  database: ['', { option: true, scope: 'worker' }],
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
  baseURL: async ({ demo }, use) => use(demo.origin),
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    listen(page, complaints);
    await use(complaints);
    expect(complaints, 'the console is silent').toEqual([]);
  },
  another: async ({ browser, baseURL, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };

/** Signs in through the form. */
export async function signIn(page: Page, account = FIRST_MEMBER, password = PASSWORD): Promise<void> {
  await page.goto('/app/');
  await page.getByLabel('手机号或账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '云手机' })).toBeVisible();
}
