// Runs a program for WASI, as cargo runs its tests: `node wasi.mjs PROGRAM.wasm [ARGUMENT …]`.
import { readFile } from 'node:fs/promises';
import { argv, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [program, ...rest] = argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env: {} });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
exit(wasi.start(instance));
