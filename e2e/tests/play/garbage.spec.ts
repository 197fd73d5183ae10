// Hostile bytes on the picture socket: the page lives, says what became of the session, and opens another phone.
import { expect, type Page, test } from '@playwright/test';
import { benchPage, units } from '../../bench/browser.mjs';
import { greet, type Peer, picture, type Server, serve, show } from '../../bench/play-server.mjs';
import { atNetworkAddress, elsewhere } from '../../elsewhere';
import { SWEPT } from '../../sweep';

test.use(atNetworkAddress);

/** A sound phone; the hostile ones are the transcripts, from 2 on. */
const SOUND = 1;
const FLAG_STILL = 2;
const MIB = 1024 * 1024;

/** Bytes that look like chance and are the same each time. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** A picture message whose bytes are said to be an image. */
function still(bytes: Buffer, sequence: number): Buffer {
  const message = picture(bytes, sequence, 0, true);
  message[2] = (message[2] as number) | FLAG_STILL;
  return message;
}

const first = units[0] as Buffer;
const START = Buffer.from([0, 0, 0, 1]);
/** Baseline SPS of so many macroblocks, as 7.3.2.1.1 lists the fields. */
function sps(columns: number, rows: number): Buffer {
  const golomb = (value: number) => {
    const code = (value + 1).toString(2);
    return '0'.repeat(code.length - 1) + code;
  };
  const fields = [0, 0, 2, 1].map(golomb).join('');
  const bits = `${fields}0${golomb(columns - 1)}${golomb(rows - 1)}11001`;
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.concat([START, Buffer.from([0x67, 0x42, 0xc0, 0x1f, ...bytes])]);
}
const afterSps = first.subarray(first.indexOf(Buffer.from([0, 0, 0, 1, 0x68])));
const damaged = (unit: Buffer, seed: number) => {
  const copy = Buffer.from(unit);
  const chance = noise(64, seed);
  for (let at = 0; at < 60; at += 3) copy[chance.readUInt16BE(at) % copy.length] = chance[at + 2] as number;
  return copy;
};

/** Messages that a phone's far end may send instead of a picture. */
const transcripts: Record<string, (send: (message: Buffer, opcode?: number) => void) => void> = {
  'messages of chance': (send) => {
    for (let n = 0; n < 100; n += 1) send(noise(1 + ((n * 37) % 4_000), n));
  },
  'no messages at all': (send) => {
    for (let n = 0; n < 70; n += 1) send(Buffer.alloc(0));
  },
  'text where bytes are due': (send) => {
    for (let n = 0; n < 70; n += 1) send(Buffer.from('hello'), 1);
  },
  'key pictures of chance': (send) => {
    for (let n = 0; n < 40; n += 1) send(picture(noise(5_000, n), n, 0, true));
  },
  'key pictures without a byte': (send) => {
    for (let n = 0; n < 40; n += 1) send(picture(Buffer.alloc(0), n, 0, true));
  },
  'a configuration and no picture': (send) => {
    for (let n = 0; n < 40; n += 1)
      send(picture(first.subarray(0, first.indexOf(Buffer.from([0, 0, 1, 0x65]))), n, 0, true));
  },
  'a picture of 16,384 pixels squared': (send) => {
    for (let n = 0; n < 12; n += 1) send(picture(Buffer.concat([sps(1024, 1024), afterSps]), n, 0, true));
  },
  'the largest picture that may be, and nothing in it': (send) => {
    for (let n = 0; n < 12; n += 1) send(picture(Buffer.concat([sps(128, 128), afterSps]), n, 0, true));
  },
  'a second size behind the first': (send) => {
    for (let n = 0; n < 12; n += 1)
      send(picture(Buffer.concat([first, sps(4, 4), afterSps, sps(1024, 1024), afterSps]), n, 0, true));
  },
  'damaged pictures': (send) => {
    for (let n = 0; n < 120; n += 1) send(picture(damaged(units[n % units.length] as Buffer, n), n));
  },
  'pictures cut short': (send) => {
    units.forEach((unit, n) => send(picture(unit.subarray(0, unit.length >> (n % 5)), n)));
  },
  'pictures from the last to the first': (send) => {
    units.toReversed().forEach((unit, n) => send(picture(unit, 1_000 - n)));
  },
  'eight mebibytes of nothing, and of beginnings': (send) => {
    send(picture(Buffer.concat([first, Buffer.alloc(8 * MIB)]), 0, 0, true));
    send(picture(Buffer.concat([first, Buffer.alloc(2 * MIB, Buffer.from([0, 0, 1]))]), 1, 0, true));
    send(picture(Buffer.alloc(3 * MIB, Buffer.from([0, 0, 1, 0x68, 0xce, 0x3c, 0x80])), 2, 0, true));
  },
  'images of chance': (send) => {
    for (let n = 0; n < 40; n += 1) send(still(noise(5_000, n), n));
  },
  'images without a byte, between pictures': (send) => {
    for (let n = 0; n < 40; n += 1) send(n % 2 ? still(Buffer.alloc(0), n) : picture(units[0] as Buffer, n, 0, true));
  },
  'ten thousand tiny pictures': (send) => {
    for (let n = 0; n < 10_000; n += 1) send(picture(Buffer.from([0, 0, 1, 0x41, n & 255]), n));
  },
};
const names = Object.keys(transcripts);

/** Hostile first, and then a phone as it should be: one that heals. */
function connect(peer: Peer): void {
  const phone = Number(/play\/(\d+)/.exec(peer.url)?.[1]);
  greet(peer);
  const name = names[phone - SOUND - 1];
  if (name) transcripts[name]?.((message, opcode) => peer.send(message, opcode));
  show(peer, units, 100_000);
}

let server: Server;
test.beforeAll(async () => {
  server = await serve({ root: benchPage, answer: () => ({ code: 0, msg: '', data: { ticket: 'any' } }), connect });
});
test.afterAll(() => server.close());

type Told = { type: string; reason?: string | number; decoder?: string };
type Bench = {
  bench: { wasm(phone: number): { events: Told[]; close(): void } };
  opened: { events: Told[]; close(): void };
};

/** Opens a phone and waits until the page was told one of these, and `besides` too. */
async function told(page: Page, phone: number, types: string[], besides?: string): Promise<Told[]> {
  await page.evaluate((id) => {
    const window = globalThis as unknown as Bench;
    window.opened = window.bench.wasm(id);
  }, phone);
  const events = () => page.evaluate(() => (globalThis as unknown as Bench).opened.events);
  const enough = async () => {
    const heard = (await events()).map(({ type }) => type);
    return heard.some((type) => types.includes(type)) && (besides === undefined || heard.includes(besides));
  };
  await expect.poll(enough).toBe(true);
  const heard = await events();
  await page.evaluate(() => (globalThis as unknown as Bench).opened.close());
  return heard;
}

/** Has the worker's module trap under an open phone: that is told once, and another phone opens. */
async function trap(page: Page): Promise<void> {
  await page.evaluate((id) => {
    const window = globalThis as unknown as Bench;
    window.opened = window.bench.wasm(id);
  }, SOUND);
  const events = () => page.evaluate(() => (globalThis as unknown as Bench).opened.events);
  await expect.poll(async () => (await events()).map(({ type }) => type)).toContain('firstFrame');
  const worker = page.workers().findLast((each) => each.url().includes('worker'));
  if (!worker) throw new Error('no worker plays');
  // A trap, as the worker meets it: a function of wasm that does nothing but `unreachable`, called from its event loop.
  await worker.evaluate(() => {
    const module = [
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
    ];
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module)));
    setTimeout(exports.f as () => void);
  });
  const refusals = async () => (await events()).filter(({ type }) => type === 'refused').map(({ reason }) => reason);
  await expect.poll(refusals).toEqual(['notLoaded']);
  // A slow decoder may show its first picture after the first figures.
  const heard = await told(page, SOUND, ['stats'], 'firstFrame');
  expect(heard.map(({ type }) => type)).toContain('firstFrame');
  expect(await refusals()).toEqual([]);
}

for (const [way, address, decoder, when] of [
  ['the browser decodes', (origin: string) => origin, /^(hardware|software)$/, {}],
  ['the software decoder does', elsewhere, /^wasm$/, SWEPT],
] as const) {
  test(`garbage harms no page where ${way}, and a module that traps is told once`, when, async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(address(server.origin));
    for (const [at, name] of names.entries()) {
      await test.step(name, async () => {
        const heard = await told(page, at + SOUND + 1, ['firstFrame', 'ended', 'reconnecting']);
        const refused = heard.filter(({ type }) => type === 'refused');
        expect(refused, 'the worker did not stop').toEqual([]);
      });
    }
    const heard = await told(page, SOUND, ['stats'], 'firstFrame');
    expect(heard.filter(({ type }) => type === 'stats').at(-1)?.decoder).toMatch(decoder);
    expect(faults).toEqual([]);
    // The browser tells of a trap as an error of the page.
    await trap(page);
  });
}
