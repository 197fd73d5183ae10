// The browser of tests and benchmarks: Debian's Chromium without its windows, which draws the same pages in three quarters of the time; with them where it is alone.
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const launch = {
  executablePath: process.env.CHROMIUM ?? places.find((place) => existsSync(place)) ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Without a locale that has their letters Chromium calls downloads "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};
