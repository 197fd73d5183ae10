// Cost of idle phones: 300 of them in one process beside one alone. Memory each, processor time while nobody watches, and how soon they
// answer over ADB when all are held to one processor and asked as often as a server asks.
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
/** Between two probes of a phone, as a server has it. */
const PROBE_EVERY_MS = 15_000;
const TRIP_P95_MS_MAX = 50;
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
async function start(count, before = []) {
  for (let base = 21_000; base < 32_000; base += 500) {
    const data = mkdtempSync(join(tmpdir(), 'owldeck-handsets-'));
    const args = ['handset', '--listen', `127.0.0.1:${base}`, '--count', String(count), '--data', data];
    const [program, ...words] = [...before, binary, ...args];
    const child = spawn(program, words, { stdio: 'ignore' });
    const gone = new Promise((done) => child.once('exit', () => done('gone')));
    const up = (async () => {
      while (!(await reaches(base + count - 1))) await sleep(100);
      return 'up';
    })();
    const outcome = await Promise.race([gone, up, sleep(60_000)]);
    if (outcome === 'up') return { child, data, base };
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

/** A packet of ADB: six words, the fourth the length of what follows, the fifth the sum of its bytes. */
function packet(name, arg0, arg1, text = '') {
  const data = Buffer.from(text);
  const head = Buffer.alloc(24);
  const command = Buffer.from(name).readUInt32LE();
  const sum = data.reduce((all, byte) => all + byte, 0);
  for (const [at, word] of [command, arg0, arg1, data.length, sum, ~command >>> 0].entries()) head.writeUInt32LE(word, at * 4);
  return Buffer.concat([head, data]);
}

/** A link to one phone; asked, it says after how many ms a command of the phone's shell was over. */
async function link(port) {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  let kept = Buffer.alloc(0);
  let heard = () => {};
  socket.on('data', (data) => {
    kept = Buffer.concat([kept, data]);
    while (kept.length >= 24 && kept.length >= 24 + kept.readUInt32LE(12)) {
      const [name, from] = [kept.toString('latin1', 0, 4), kept.readUInt32LE(4)];
      kept = kept.subarray(24 + kept.readUInt32LE(12));
      heard(name, from);
    }
  });
  const until = (wanted, also = () => {}) =>
    new Promise((done) => {
      heard = (name, from) => {
        also(name, from);
        if (name === wanted) done();
      };
    });
  socket.write(packet('CNXN', 0x01000001, 1 << 20, 'host::features=shell_v2,cmd'));
  await until('CNXN');
  let stream = 0;
  return async () => {
    stream += 1;
    const asked = performance.now();
    socket.write(packet('OPEN', stream, 0, 'shell,v2,raw:true\0'));
    await until('CLSE', (name, from) => {
      if (name === 'WRTE') socket.write(packet('OKAY', stream, from));
    });
    return performance.now() - asked;
  };
}

/** All phones on one processor, asked like a server asks: the round trips of two rounds, and the processor time that they took. */
async function answer() {
  const { child, data, base } = await start(MANY, ['taskset', '-c', '0']);
  await sleep(5000);
  const links = [];
  for (let at = 0; at < MANY; at += 1) links.push(await link(base + at));
  const [before, since, trips] = [cpuMs(child.pid), performance.now(), []];
  const rounds = links.map(async (ask, at) => {
    await sleep((PROBE_EVERY_MS * at) / MANY);
    for (let round = 0; round < 2; round += 1) {
      trips.push(await ask());
      await sleep(PROBE_EVERY_MS);
    }
  });
  await Promise.all(rounds);
  const cpu = ((cpuMs(child.pid) - before) * 100) / (performance.now() - since);
  child.kill();
  await new Promise((done) => child.once('exit', done));
  rmSync(data, { recursive: true, force: true });
  trips.sort((a, b) => a - b);
  return { cpu, median: trips[trips.length >> 1], p95: trips[Math.ceil(trips.length * 0.95) - 1] };
}

const one = await measure(1);
const many = await measure(MANY);
const asked = await answer();
const eachKib = (many.memory - one.memory) / (MANY - 1);
const figures = {
  bench: 'handsets',
  phones: MANY,
  oneMib: +(one.memory / 1024).toFixed(1),
  allMib: +(many.memory / 1024).toFixed(1),
  eachKib: +eachKib.toFixed(1),
  cpuPercent: +many.cpu.toFixed(2),
  askedCpuPercent: +asked.cpu.toFixed(2),
  tripMedianMs: +asked.median.toFixed(2),
  tripP95Ms: +asked.p95.toFixed(2),
};
console.log(JSON.stringify(figures));
if (eachKib > PHONE_KIB_MAX || many.cpu > CPU_PERCENT_MAX || asked.p95 > TRIP_P95_MS_MAX) process.exitCode = 1;
