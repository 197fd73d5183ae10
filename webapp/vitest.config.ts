// Unit tests run in jsdom; whole screens are proven in a real browser by /e2e.
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default mergeConfig(
  vite,
  defineConfig({
    // The wasm modules lie beside the web app.
    server: { fs: { allow: ['..'] } },
    test: {
      environment: 'jsdom',
      // Loading antd and the app anew for each file took four times as long as the tests themselves.
      isolate: false,
      // The default leaves a processor out: half of those that a small machine has.
      maxWorkers: '100%',
      // A machine with two processors and other work is slow, not broken. A file's end waits for its imports.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['./src/test/setup.ts'],
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
