// The browser against the real binary with simulated phones. Everything runs on SQLite; what is marked @pg once more on PostgreSQL, and in a
// sweep what is marked @pg-sweep too. Every day a test runs in one dress or two; `OWLDECK_E2E_SWEEP=1` is the whole of it (sweep.ts).
// `OWLDECK_E2E_SHUFFLE=7` takes the files in another order (shuffle.ts); `OWLDECK_E2E_SLOWER=6` slows the pages' own code down, to find in single
// tests what counts on a quick machine (fixtures.ts).
import { defineConfig } from '@playwright/test';
import { launch } from './chromium.mjs';
import type { ServerOptions } from './fixtures';
import { shuffled } from './shuffle';
import { daily, SWEEP, SWEPT } from './sweep';

const postgres = process.env.OWLDECK_E2E_PG_URL;
const failures = process.env.OWLDECK_E2E_FAILURES;
const report = process.env.OWLDECK_E2E_REPORT;
const shuffle = process.env.OWLDECK_E2E_SHUFFLE;

export default defineConfig<object, ServerOptions>({
  testDir: shuffle ? shuffled(shuffle) : 'tests',
  globalSetup: './bench-page.ts',
  ...(SWEEP ? {} : { grepInvert: new RegExp(SWEPT.tag) }),
  // Each worker has a demo of its own, and takes test after test: none needs the one before it.
  fullyParallel: true,
  workers: 3,
  // Nothing here measures the machine. A busy one is waited for, and what never comes is told late.
  timeout: daily(240_000, 600_000),
  globalTimeout: daily(80, 240) * 60_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ...(failures ? [['./failures.ts', { file: failures }] as const] : []),
    // The report from which `cargo xtask test` tells the slowest tests.
    ...(report ? [['junit', { outputFile: report }] as const] : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click may fall between two pictures of a dialog that still grows. What moves is tested where it is told to.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launch,
  },
  projects: [
    { name: 'sqlite', use: { database: '' } },
    ...(postgres ? [{ name: 'postgres', grep: daily(/@pg(?!-)/, /@pg/), use: { database: postgres } }] : []),
  ],
});
