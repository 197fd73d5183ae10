// One demo server a worker, on a free port with a fresh data folder; every page's console must stay silent.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export const PASSWORD = 'Owldeck#2026';
export const FIRST_MEMBER = '13800000000';
export const SECOND_MEMBER = '13900000000';

export type ServerOptions = { database: string };

export type Demo = {
  origin: string;
  dataDir: string;
  /** Lets so many seconds pass for the server, and comes back once it goes by them. Time never goes back: the files of a run share their demo. */
  later(seconds: number): Promise<void>;
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

/** How long a picture may be answered: what is left of it tells the server's time. */
const CAPTCHA_LIFE_MS = 120_000;
const SLACK_MS = 5_000;

export async function serverIsAheadMs(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/app-api/member/captcha/captchaImage?action=sms`);
  const { data } = (await answer.json()) as { data: { expiresMs: number } };
  return data.expiresMs - CAPTCHA_LIFE_MS - Date.now();
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
  let moved = 0;
  const later = async (seconds: number) => {
    moved += seconds;
    writeFileSync(clockFile, String(moved));
    await expect.poll(() => serverIsAheadMs(origin), { intervals: [50], timeout: 30_000 }).toBeGreaterThan(moved * 1000 - SLACK_MS);
  };
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    await ready(origin, child);
    await use({ origin, dataDir, seed, later });
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

/** What the browser itself notes of each call that was refused, or never arrived. */
export const FAILED_CALL = /^Failed to load resource: /;
/** What it notes of a socket that could not be opened. */
export const FAILED_SOCKET = /^WebSocket connection to '[^']*' failed/;

type Fixtures = {
  /** What the browser may note because a test breaks something on purpose: the test says so by adding to it. */
  allowed: RegExp[];
  /** Whatever the consoles of this test said. But for what is allowed it must be empty at the end, whether or not the test asks for it. */
  complaints: string[];
  /** A page of a further browser profile. */
  another: () => Promise<Page>;
};

export const test = base.extend<Fixtures, ServerOptions & { demo: Demo }>({
  database: ['', { option: true, scope: 'worker' }],
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
  baseURL: async ({ demo }, use) => use(demo.origin),
  allowed: async ({}, use) => use([]),
  complaints: [
    async ({ page, allowed }, use) => {
      const complaints: string[] = [];
      listen(page, complaints);
      await use(complaints);
      const left = complaints.filter((words) => !allowed.some((each) => each.test(words)));
      expect(left, 'the console is silent').toEqual([]);
    },
    { auto: true },
  ],
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

const DOOR = '**/door';

/** Signs in by the call that the form makes, from the page's own browser. The form itself is held in sign-in.spec.ts. */
export async function admit(page: Page, account = FIRST_MEMBER, password = PASSWORD): Promise<void> {
  // An empty page of the server's: it loads nothing, not even an icon.
  await page.route(DOOR, (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await page.goto('/door');
  const answer = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', terminal: 'WEB' };
      const reply = await fetch('/app-api/member/auth/sms-login', { method: 'POST', headers, body: JSON.stringify(body) });
      return (await reply.json()) as { code: number; msg: string };
    },
    { userName: account, password, agreed: true },
  );
  await page.unroute(DOOR);
  expect(answer.code, answer.msg).toBe(0);
}

const listShown = (page: Page) => expect(page.getByRole('heading', { level: 1, name: '云手机' })).toBeVisible();

/** Opens the list as a member who has signed in. */
export async function signIn(page: Page, account = FIRST_MEMBER, password = PASSWORD): Promise<void> {
  await admit(page, account, password);
  await page.goto('/app/');
  await listShown(page);
}

/** The same through the form: where the browser does not trust the server's address, it lets no other page call it. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto('/app/');
  await page.getByLabel('手机号或账号').fill(FIRST_MEMBER);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await listShown(page);
}
