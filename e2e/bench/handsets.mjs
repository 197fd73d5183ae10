// What idle phones cost: 300 of them in one process beside one alone. Memory each, and processor time while nobody watches.
// Prints one JSON line; fails where a limit is passed. node bench/handsets.mjs [binary]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const binary = resolve(process.argv[2] ?? process.env.OWLDECK_BINARY ?? join(here, '../../target/release/owldeck'));
const MANY = 300;
const IDLE_MS = 30_000;
const PHONE_KIB_MAX = 256;
/** Of one processor, for all of them. */
const CPU_PERCENT_MAX = 1;
/** Clock ticks a second in /proc. */
const TICKS = 100;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const reaches = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(socket.destroy() && true));
    socket.once('error', () => done(false));
  });

/** The first base of consecutive ports, below those that the kernel gives away, that a host takes. */
async function start(count) {
  for (let base = 21_000; base < 32_000; base += 500) {
    const data = mkdtempSync(join(tmpdir(), 'owldeck-handsets-'));
    const args = ['handset', '--listen', `127.0.0.1:${base}`, '--count', String(count), '--data', data];
    const child = spawn(binary, args, { stdio: 'ignore' });
    const gone = new Promise((done) => child.once('exit', () => done('gone')));
    const up = (async () => {
      while (!(await reaches(base + count - 1))) await sleep(100);
      return 'up';
    })();
    const outcome = await Promise.race([gone, up, sleep(60_000)]);
    if (outcome === 'up') return { child, data };
    child.kill();
    rmSync(data, { recursive: true, force: true });
  }
  throw new Error('no free ports');
}

const memoryKib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
const cpuMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
};

async function measure(count) {
  const { child, data } = await start(count);
  // Every phone boots first.
  await sleep(5000);
  const before = cpuMs(child.pid);
  await sleep(IDLE_MS);
  const seen = { memory: memoryKib(child.pid), cpu: ((cpuMs(child.pid) - before) * 100) / IDLE_MS };
  child.kill();
  await new Promise((done) => child.once('exit', done));
  rmSync(data, { recursive: true, force: true });
  return seen;
}

const one = await measure(1);
const many = await measure(MANY);
const eachKib = (many.memory - one.memory) / (MANY - 1);
const figures = {
  bench: 'handsets',
  phones: MANY,
  oneMib: +(one.memory / 1024).toFixed(1),
  allMib: +(many.memory / 1024).toFixed(1),
  eachKib: +eachKib.toFixed(1),
  cpuPercent: +many.cpu.toFixed(2),
};
console.log(JSON.stringify(figures));
if (eachKib > PHONE_KIB_MAX || many.cpu > CPU_PERCENT_MAX) process.exitCode = 1;
