// Compresses what the build made, once and well: the server sends the files as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json|wasm|webmanifest)$/;
/** Below this, a compressed copy saves nothing. */
const BYTES_MIN = 1024;

for (const name of readdirSync('dist', { recursive: true })) {
  if (!COMPRESSIBLE.test(name)) continue;
  const path = join('dist', name);
  const bytes = readFileSync(path);
  if (bytes.length < BYTES_MIN) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
