import { launch } from '../chromium.mjs';
export default { testDir: '.', testMatch: /.*\.look\.ts/, timeout: 280_000, workers: 1, reporter: 'line', use: { launchOptions: launch, baseURL: process.env.BASE } };
