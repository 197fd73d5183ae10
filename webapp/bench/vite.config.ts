// The bench's page: the console's own stream worker, and a plain TypeScript loop to hold it against.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [wasm()],
  resolve: {
    alias: {
      '@owldeck/soft': here('../../wasm-core/pkg/soft'),
      '@owldeck/stream': here('../../wasm-core/pkg/stream/stream.js'),
      '@': here('../src'),
    },
  },
  worker: { format: 'es', plugins: () => [wasm()] },
  build: {
    target: 'esnext',
    outDir: here('../node_modules/.cache/stream-bench'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
