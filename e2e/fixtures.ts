// One demo server a worker, with a fresh data folder, and members and phones of its own for each test that changes any; the pages' own code
// must stay silent.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Translate, wordsIn } from './words';

export const PASSWORD = 'Owldeck#2026';
/** The demo's members. Tests look at their phones, and change nothing of them. */
export const FIRST_MEMBER = '13800000000';
export const SECOND_MEMBER = '13900000000';

export type ServerOptions = { database: string };

/** A member that nobody but one test knows, with simulated phones that nobody had before. */
export interface Member {
  /** The number by which it signs in, with the usual password. */
  account: string;
  /** Where one of its phones is reached. */
  address(name: string): string;
  /** A phone as the server knows it. */
  phoneId(name: string): number;
  /** Where its phones keep what lies on them. */
  folders: string[];
}

/** A phone of a new member: its name, and in how many days its rental ends where that is not far away. */
export type Rented = string | readonly [name: string, expiresInDays: number];

interface Seeded {
  phones: { alias: string; phoneId: number }[];
}

export type Demo = {
  origin: string;
  dataDir: string;
  /** Lets so many seconds pass for the server, and comes back once it goes by them. Only where the demo is the test's own: time never goes back. */
  later(seconds: number): Promise<void>;
  /** Loads a seed into the running server. */
  seed(lists: object): Promise<Seeded>;
  /** Makes a member with these phones. They run, and are as new. */
  member(...phones: Rented[]): Promise<Member>;
};

export const binary = resolve(process.env.OWLDECK_BINARY ?? '../target/debug/owldeck');

/** Facts that a demo writes down once it is about to serve. */
interface Told {
  listen: string;
  firstPort: number;
  phones: number;
  stock: number;
  spare: number;
}

/** Waits until the server listens, and says where; it has chosen a port of its own. */
async function ready(dataDir: string, child: ChildProcess): Promise<Told> {
  const file = join(dataDir, 'demo.json');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const told = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8') || 'null') as Told | null) : null;
    if (told && (await fetch(`http://${told.listen}/healthz`).catch(() => null))?.ok) return told;
    await new Promise((r) => setTimeout(r, 50));
  }
}

/** How long a picture may be answered: what is left of it tells the server's time. */
const CAPTCHA_LIFE_MS = 120_000;
const SLACK_MS = 5_000;

export async function serverIsAheadMs(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/app-api/member/captcha/captchaImage?action=sms`, { headers: newAddress() });
  const { data } = (await answer.json()) as { data: { expiresMs: number } };
  return data.expiresMs - CAPTCHA_LIFE_MS - Date.now();
}

/** How many times slower the pages' own code runs, to find the tests that count on a quick one. */
const SLOWER = Number(process.env.OWLDECK_E2E_SLOWER ?? 1);

let databases = 0;

/** A new database on the server that the address names: each demo fills one of its own. */
function newDatabase(address: string): string {
  const name = `owldeck_e2e_${process.pid}_${databases++}`;
  execFileSync('createdb', ['--maintenance-db', address, name]);
  const own = new URL(address);
  own.pathname = `/${name}`;
  return own.href;
}

let senders = 0;

/** The headers of a browser at an address of its own, as a proxy would tell it: limits for each address count each test by itself. */
function newAddress(): Record<string, string> {
  senders += 1;
  return { 'x-forwarded-for': `198.18.${senders >> 8}.${senders & 255}` };
}

/** For the tests of one worker to have phones of their own. One that nobody was given costs nothing but its port. */
const SPARE = 400;
const DAYS = 30;
const KIND = '标准型';

let numbers = 0;

/** A phone number that nobody else has. */
export function newNumber(): string {
  numbers += 1;
  return `150${String(numbers).padStart(8, '0')}`;
}

/** Starts a demo, with `more` settings, and gives it to `use`; ends it after. */
export async function withDemo(database: string, use: (demo: Demo) => Promise<void>, more: Record<string, string> = {}): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'owldeck-e2e-'));
  const clockFile = join(dataDir, 'clock-offset');
  const env = {
    PATH: process.env.PATH,
    OWLDECK_LISTEN: '127.0.0.1:0',
    OWLDECK_TRUSTED_PROXIES: '127.0.0.1',
    OWLDECK_DATA_DIR: dataDir,
    OWLDECK_CLOCK_OFFSET_FILE: clockFile,
    OWLDECK_LOG: 'warn',
    OWLDECK_SIM_PHONES: '8',
    OWLDECK_SIM_STOCK: '0',
    OWLDECK_SIM_HISTORY: 'false',
    OWLDECK_PROXY_ALLOW: '127.0.0.1',
    OWLDECK_SIM_SPARE: String(SPARE),
    ...(database ? { OWLDECK_DATABASE_URL: newDatabase(database) } : {}),
    ...more,
  };
  const child = spawn(binary, ['demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    const { listen, firstPort, phones, stock, spare } = await ready(dataDir, child);
    const origin = `http://${listen}`;
    const seed = async (lists: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/sandbox/seed`, { method: 'POST', headers, body: JSON.stringify(lists) });
      if (!answer.ok) throw new Error(`the seed is refused: ${await answer.text()}`);
      return (await answer.json()) as Seeded;
    };
    let given = 0;
    const member = async (...rented: Rented[]): Promise<Member> => {
      const account = newNumber();
      const addresses = new Map<string, string>();
      const folders: string[] = [];
      const owned = rented.map((phone) => {
        const [alias, expiresInDays] = typeof phone === 'string' ? [phone, DAYS] : phone;
        if (given === spare) throw new Error(`all ${spare} spare phones are given`);
        const at = phones + stock + given;
        const adb = `127.0.0.1:${firstPort + at}`;
        given += 1;
        folders.push(join(dataDir, 'phones', `phone-${String(at).padStart(4, '0')}`));
        addresses.set(alias, adb);
        return { owner: account, alias, configuration: KIND, expiresInDays, adb };
      });
      const made = await seed({ members: [{ phone: account, password: PASSWORD, nickname: account.slice(-4) }], phones: owned });
      const known = <Value>(value: Value | undefined, name: string): Value => {
        if (value === undefined) throw new Error(`the member has no phone ${name}`);
        return value;
      };
      return {
        account,
        address: (name) => known(addresses.get(name), name),
        folders,
        phoneId: (name) => known(made.phones.find(({ alias }) => alias === name)?.phoneId, name),
      };
    };
    let moved = 0;
    const later = async (seconds: number) => {
      moved += seconds;
      // The time of day moves, and so long has passed: the idle rule counts the latter.
      writeFileSync(clockFile, `${moved} ${moved}`);
      await expect.poll(() => serverIsAheadMs(origin), { intervals: [50] }).toBeGreaterThan(moved * 1000 - SLACK_MS);
    };
    await use({ origin, dataDir, seed, member, later });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Console notes of the browser itself about calls and sockets that were refused, cut off or never arrived. A navigation at the wrong moment
 * causes them, so they say nothing of a page; tests that are about calls read them by `networkNotes`.
 */
const NETWORK = /^(Failed to load resource: |WebSocket connection to ')/;

declare global {
  interface Window {
    /** The texts of all toasts of this page, in a test. */
    toasts: Set<string>;
  }
}

/** Notes each toast of a page: it lasts some seconds, and a busy machine may not look at the page meanwhile. */
function noteToasts(): void {
  window.toasts = new Set();
  const note = () => {
    for (const toast of document.querySelectorAll('.ant-notification-notice')) window.toasts.add(toast.textContent);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Waits until the page has shown a toast with these words, which may be gone again. */
export async function expectToast(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => [...window.toasts].join('\n'))).toContain(words);
}

/** Notes what a page's own code, or the browser of it, complains of, and its toasts. */
export async function listen(page: Page, complaints: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const byCode = message.args().length > 0;
    if (byCode || !NETWORK.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(noteToasts);
  if (SLOWER > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
}

/** Notes of the browser about this page's calls from now on. */
export function networkNotes(page: Page): string[] {
  const notes: string[] = [];
  page.on('console', (message) => {
    if (message.args().length === 0 && NETWORK.test(message.text())) notes.push(message.text());
  });
  return notes;
}

type Fixtures = {
  /** Patterns of the notes that the browser may make because a test breaks something on purpose: the test says so by adding to them. */
  allowed: RegExp[];
  /** Complaints of all consoles of this test. But for those allowed there must be none at the end, whether or not the test asks for them. */
  complaints: string[];
  /** A page of a further browser profile. */
  another: () => Promise<Page>;
};

export const test = base.extend<Fixtures, ServerOptions & { demo: Demo }>({
  database: ['', { option: true, scope: 'worker' }],
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
  baseURL: async ({ demo }, use) => use(demo.origin),
  extraHTTPHeaders: async ({}, use) => use(newAddress()),
  allowed: async ({}, use) => use([]),
  page: async ({ page }, use) => {
    await use(page);
    // A call that a test answers itself may still be under way when the test is over: nobody waits for its answer.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  complaints: [
    async ({ page, allowed }, use) => {
      const complaints: string[] = [];
      await listen(page, complaints);
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
      await listen(page, complaints);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Test with a demo that nobody else has, for those who move its clock. */
export const timed = test.extend<object, { demo: Demo }>({
  demo: [async ({ database }, use) => withDemo(database, use), { scope: 'worker' }],
});

/** How a route asks the server itself: over a connection that the server closes at that moment, once more. */
export const AGAIN = { maxRetries: 3 };

export { expect };

const DOOR = '**/door';

/** Signs in by the call that the form makes, from the page's own browser. The form itself is held in tests/auth/sign-in.spec.ts. */
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

const listShown = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: wordsIn('zh-CN')('pages.phones') })).toBeVisible();

/** Opens the list as a member who has signed in. */
export async function signIn(page: Page, account = FIRST_MEMBER, password = PASSWORD): Promise<void> {
  await admit(page, account, password);
  await page.goto('/app/');
  await listShown(page);
}

/** Signs in through the form: where the browser does not trust the server's address, it lets no other page call it. */
export async function signInByForm(page: Page, account = FIRST_MEMBER): Promise<void> {
  await page.goto('/app/');
  await signInHere(page, account);
}

/** Signs in through the form that the page shows. */
export async function signInHere(page: Page, account = FIRST_MEMBER): Promise<void> {
  await submitSignIn(page, wordsIn('zh-CN'), account);
  await listShown(page);
}

/** Fills in the form by which one signs in, accepts the agreements and sends it, whatever comes of that. */
export async function submitSignIn(
  page: Page,
  t: Translate,
  account = FIRST_MEMBER,
  password = PASSWORD,
): Promise<void> {
  await page.getByRole('textbox', { name: t('signIn.account'), exact: true }).fill(account);
  await page.getByRole('textbox', { name: t('signIn.password'), exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
}
