// Processor time of the stream worker per decoded picture, against a plain TypeScript loop with the same socket and VideoDecoder.
// Alternating runs in one browser over the same recorded stream; the worker's thread is read from /proc. Prints one line of JSON.
// The limit of the product is 1.1; the median of the runs counts.
import { median, open, round, run } from './browser.mjs';

const LIMIT = 1.1;
const ROUNDS = Number(process.env.OWLDECK_BENCH_ROUNDS ?? 5);

const bench = await open();
const runs = { wasm: [], plain: [] };
try {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    // The order turns around each round, so that a machine that grows slower favours neither.
    const order = turn % 2 === 0 ? ['plain', 'wasm'] : ['wasm', 'plain'];
    for (const way of order) runs[way].push(await run(bench, bench.origin, way));
  }
} finally {
  await bench.close();
}
const wasmMs = median(runs.wasm.map((one) => one.perPictureMs));
const plainMs = median(runs.plain.map((one) => one.perPictureMs));
const ratio = wasmMs / plainMs;
console.log(
  JSON.stringify({
    bench: 'worker',
    ratio: round(ratio),
    limit: LIMIT,
    wasmMsPerPicture: round(wasmMs),
    plainMsPerPicture: round(plainMs),
    picturesPerRun: runs.wasm[0].pictures,
    dropped: { wasm: runs.wasm.map((one) => one.dropped), plain: runs.plain.map((one) => one.dropped) },
    wasmRuns: runs.wasm.map((one) => round(one.perPictureMs)),
    plainRuns: runs.plain.map((one) => round(one.perPictureMs)),
  }),
);
process.exitCode = ratio > LIMIT ? 1 : 0;
