// The browser against the real binary with simulated phones. Everything runs on SQLite; what is marked @pg once more on PostgreSQL.
// `OWLDECK_E2E_PART` is `pages` or `pictures`; without it all of them run, one after the other.
import { defineConfig } from '@playwright/test';
import { launch } from './chromium.mjs';
import type { ServerOptions } from './fixtures';

const postgres = process.env.OWLDECK_E2E_PG_URL;

// What watches live pictures, counts time or judges the machine has it for itself; other pages wait more than they compute.
const PICTURES = /\/(garbage|group-control|lighthouse|live|look|main-job|operations|play[\w-]*|software|stills)\.spec\.ts$/;
const part = process.env.OWLDECK_E2E_PART;
const failures = process.env.OWLDECK_E2E_FAILURES;

export default defineConfig<object, ServerOptions>({
  testDir: 'tests',
  ...(part === 'pictures' ? { testMatch: PICTURES } : {}),
  ...(part === 'pages' ? { testIgnore: PICTURES } : {}),
  // Each worker has a demo of its own, and takes file after file.
  workers: part === 'pages' ? 3 : 1,
  timeout: 90_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 20_000 },
  // One more try on a machine that may be busy; what needed it is listed as flaky, and is to be looked at.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ...(failures ? [['./failures.ts', { file: failures }] as const] : [])],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click may fall between two pictures of a dialog that still grows. What moves is tested where it is told to.
    contextOptions: { reducedMotion: 'reduce' },
    // Of a second try alone, without its film: where nothing but the processor draws, it costs as much as the tests themselves.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: launch,
  },
  projects: [
    { name: 'sqlite', use: { database: '' } },
    ...(postgres ? [{ name: 'postgres', grep: /@pg/, use: { database: postgres } }] : []),
  ],
});
