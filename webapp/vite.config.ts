// Build and development server of the console. Served under /app/ by the binary; in development the API is proxied to a running one.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.OWLDECK_DEV_SERVER ?? 'http://127.0.0.1:8080';

// Scripts that are always loaded together are one file each: many small ones, compressed each by itself, weigh a tenth more.
// What every page starts with, and what the sign-in page shows at once; its further fields and pages come when they are needed.
const initial = /node_modules|src\/(?!app\/main)/;
const signIn =
  /features\/auth\/(SignIn|Entry|Picture|Agreements|Refusal|SocialButtons|WayTabs|PasswordField|SubmitButton|carried|refusals|sentCodes|socialJourney|spaced|use(Captcha|Entering)|ways|api)/;

export default defineConfig({
  base: '/app/',
  plugins: [react(), wasm()],
  resolve: {
    alias: {
      '@owldeck/rules': here('../wasm-core/pkg/rules/rules.js'),
      '@owldeck/soft': here('../wasm-core/pkg/soft'),
      '@owldeck/stream': here('../wasm-core/pkg/stream/stream.js'),
      '@': here('./src'),
    },
  },
  // Files name each other by where they lie: only the index says where that is, and the server tells the index.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  worker: { format: 'es', plugins: () => [wasm()] },
  optimizeDeps: { exclude: ['@owldeck/rules', '@owldeck/stream'] },
  build: {
    target: 'esnext',
    manifest: true,
    // Every browser that runs what is built here knows modulepreload by itself.
    modulePreload: { polyfill: false },
    // wasm stays a file of its own: streamed compilation, and a CSP without data: URLs.
    assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    rolldownOptions: {
      output: {
        // Pages name what they need: seven letters tell versions apart as well as eight, and cost less.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: initial },
            { name: 'locale', test: /picker\/(lib|es)\/locale\/common|interopRequireDefault/ },
            { name: 'sign-in', test: signIn },
            { name: 'console', test: /src\/(shell\/Frame|features\/phones\/ListPage)\.tsx$/ },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/app-api', '/getInfo', '/getRouters', '/healthz', '/prod-api', '/sandbox', '/websocket'].map((path) => [
        path,
        { target: server, ws: path === '/websocket' || path === '/prod-api' },
      ]),
    ),
  },
});
