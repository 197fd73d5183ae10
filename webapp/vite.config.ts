// Build and development server of the console. Served under /app/ by the binary; in development the API is proxied to a running one.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.OWLDECK_DEV_SERVER ?? 'http://127.0.0.1:8080';

// Scripts that are loaded together are one file: each request costs, and many small files, compressed each by itself, weigh a tenth more.
// What every page starts with: all that the index imports.
const initial = /node_modules|src\/(?!app\/main)/;
// Parts that the sign-in page shows at once; its further fields and pages come when they are needed.
const signIn =
  /features\/auth\/(signIn\/(SignIn|MethodTabs|signInMethods)|register\/EntryRegistration|social\/(SocialButtons|socialJourney)|fields\/(Agreements|PasswordField|SubmitButton|sentCodes|useCaptcha)|Entry|Picture|Refusal|carriedAccount|refusals|spacedName|useEntering|api)/;
// The frame and the first list, and what they load by themselves.
const first = /src\/(app\/(console|guard)|shell\/frame\/Frame|features\/phones\/list\/ListPage)\.tsx?$/;
// Shared by both languages of antd.
const locale = /picker\/(lib|es)\/locale\/common|interopRequireDefault/;

/** The rules are fetched by the script that needs them first; the page names them, so that both come at once. */
const rulesAtOnce: Plugin = {
  name: 'rules-at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /rules_bg.*\.wasm$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `/app/${file}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  base: '/app/',
  // The modules that wasm-bindgen makes import their `.wasm` as a module. Vite 8 reads that by itself; the plugin belongs to the chosen stack.
  plugins: [react(), wasm(), rulesAtOnce],
  resolve: {
    alias: {
      // React Router's package names the build with warnings for developers, whoever asks.
      'react-router': here('./node_modules/react-router/dist/production/index.mjs'),
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
            { name: 'locale', test: locale },
            { name: 'sign-in', test: signIn },
            { name: 'console', test: first },
            // Parts that several pages share, by which of them do; small parts go to the files of their nearest neighbours.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/admin-api',
        '/app-api',
        '/getInfo',
        '/getRouters',
        '/healthz',
        '/prod-api',
        '/sandbox',
        '/system',
        '/websocket',
      ].map((path) => [path, { target: server, ws: path === '/websocket' || path === '/prod-api' }]),
    ),
  },
});
