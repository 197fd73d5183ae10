// Damaged transcripts, one after the other, into one stream worker, twenty every day and a thousand in a sweep: it never traps, and shows a
// sound phone after them.
import { expect, test } from '@playwright/test';
import { benchPage, units } from '../../bench/browser.mjs';
import { event, greet, hello, type Peer, picture, type Server, serve, show } from '../../bench/play-server.mjs';
import { daily } from '../../sweep';

const TRANSCRIPTS = daily(20, 1_000);
const SOUND_PHONE = TRANSCRIPTS + 1;
const CHANNEL_SOUND = 3;
/** Samples, opus, AAC. */
const FORMS = 3;

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Sound of 20 ms in one of the forms. */
function sound(sequence: number, form: number): Buffer {
  const message = form === 0 ? Buffer.alloc(20 + 3_840, 1) : Buffer.alloc(20 + 120, form === 1 ? 0xfc : 0x21);
  message.set([1, CHANNEL_SOUND, form, 0, 0, 0, 0, 0]);
  message.writeUInt32BE(sequence, 8);
  message.writeBigUInt64BE(BigInt(Date.now()) * 1_000n, 12);
  return message;
}

/** A message of any kind as the server sends it. */
function message(random: (below: number) => number, sequence: number): Buffer {
  switch (random(5)) {
    case 0:
      return sound(sequence, random(FORMS));
    case 1:
      return hello(`resume-${sequence}`, random(9));
    case 2:
      return event(
        random(15),
        Array.from({ length: random(24) }, () => random(256)),
      );
    default:
      return picture(units[random(units.length)] as Buffer, sequence, 0, random(3) === 0);
  }
}

/** Bits turned, ends cut off, bytes put in: a few of them, or none. */
function damage(whole: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(whole);
  for (let times = random(4); times > 0 && bytes.length > 0; times -= 1) {
    // The head is where the meanings are.
    const at = random(random(2) ? bytes.length : Math.min(bytes.length, 48));
    if (random(3) === 0) bytes = bytes.subarray(0, at);
    else if (random(3) === 0)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(random(9), random(256)), bytes.subarray(at)]);
    else bytes[at] = (bytes[at] as number) ^ (1 << random(8));
  }
  return bytes;
}

/** The phones whose sockets were opened. */
const heard = new Set<number>();
function connect(peer: Peer): void {
  const phone = Number(/play\/(\d+)/.exec(peer.url)?.[1]);
  greet(peer);
  heard.add(phone);
  if (phone < SOUND_PHONE) {
    const random = chance(phone);
    for (let n = 0; n < 24; n += 1) peer.send(damage(message(random, n), random));
    return;
  }
  show(peer, units);
}

let server: Server;
test.beforeAll(async () => {
  server = await serve({ root: benchPage, answer: () => ({ code: 0, msg: '', data: { ticket: 'any' } }), connect });
});
test.afterAll(() => server.close());

type Told = { type: string; reason?: string | number };
type Handle = { record(): void; shoot(): void; listen(port: MessagePort): void };
type Opened = { events: Told[]; handle: Handle; close(): void };
type Bench = {
  bench: { wasm(phone: number, canvas?: HTMLCanvasElement): Opened };
  opened: Opened;
  wasHeard(phone: number): Promise<boolean>;
};

test('damaged transcripts stop no worker', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  await page.exposeFunction('wasHeard', (phone: number) => heard.has(phone));
  await page.goto(server.origin);
  const refused = await page.evaluate(
    async ({ transcripts, soundPhone }) => {
      const window = globalThis as unknown as Bench;
      const canvas = document.createElement('canvas');
      document.body.append(canvas);
      const refusals: Told[] = [];
      for (let phone = 1; phone <= transcripts; phone += 1) {
        const opened = window.bench.wasm(phone, canvas);
        opened.handle.record();
        opened.handle.listen(new MessageChannel().port1);
        opened.handle.shoot();
        while (!(await window.wasHeard(phone))) await new Promise((done) => setTimeout(done, 2));
        // Until the transcript had its effect: something was told after the greeting, or nothing came of it for a while.
        for (let looks = 0; looks < 6 && opened.events.length < 3; looks += 1)
          await new Promise((done) => setTimeout(done, 8));
        refusals.push(...opened.events.filter(({ type }) => type === 'refused'));
        opened.close();
      }
      window.opened = window.bench.wasm(soundPhone, canvas);
      return refusals;
    },
    { transcripts: TRANSCRIPTS, soundPhone: SOUND_PHONE },
  );
  expect(refused).toEqual([]);
  const types = () => page.evaluate(() => (globalThis as unknown as Bench).opened.events.map(({ type }) => type));
  await expect.poll(types).toContain('firstFrame');
  expect(await types()).not.toContain('refused');
  expect(workers, 'it is the same worker still').toBe(1);
  expect(faults).toEqual([]);
});
