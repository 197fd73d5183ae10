// The software decoder in a worker: ms for each picture of a recorded stream, decoded and drawn as fast as it goes; and
// processor time of the stream worker per picture with it, against the same worker with WebCodecs, whose decoding
// happens in threads of the browser. Prints one line of JSON. The limit is for one picture of 720 × 1280, whole.
import { median, open, round, run, units } from './browser.mjs';

const LIMIT_MS = 10;
const ROUNDS = Number(process.env.OWLDECK_BENCH_ROUNDS ?? 3);
/** Each round decodes the recording so often; the first time warms up and is left out. */
const TIMES = 6;

const bench = await open();
const alone = [];
const runs = { software: [], webcodecs: [] };
try {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const page = await bench.browser.newPage();
    await page.goto(bench.elsewhere);
    const lengths = units.map((unit) => unit.length);
    alone.push(await page.evaluate(([all, times]) => window.bench.software(all, times), [lengths, TIMES]));
    await page.close();
    runs.software.push(await run(bench, bench.elsewhere, 'wasm'));
    runs.webcodecs.push(await run(bench, bench.origin, 'wasm'));
  }
} finally {
  await bench.close();
}
for (const one of runs.software) if (one.decoder !== 'wasm') throw new Error(`${one.decoder} decoded where only wasm can`);
for (const one of runs.webcodecs) if (one.decoder === 'wasm') throw new Error('wasm decoded where the browser can');
const of = (name) => median(alone.map((one) => one[name]));
const pictureMs = median(alone.map((one) => one.decodeMs + one.drawMs));
const softwareMs = median(runs.software.map((one) => one.perPictureMs));
const webcodecsMs = median(runs.webcodecs.map((one) => one.perPictureMs));
console.log(
  JSON.stringify({
    bench: 'decoder',
    size: [alone[0].width, alone[0].height],
    msPerPicture: round(pictureMs),
    limitMs: LIMIT_MS,
    decodeMs: round(of('decodeMs')),
    drawMs: round(of('drawMs')),
    slowestMs: round(of('slowestMs')),
    workerMs: { software: round(softwareMs), webcodecs: round(webcodecsMs), ratio: round(softwareMs / webcodecsMs) },
    dropped: runs.software.map((one) => one.dropped),
    pictures: runs.software.map((one) => one.pictures),
  }),
);
process.exitCode = pictureMs > LIMIT_MS ? 1 : 0;
