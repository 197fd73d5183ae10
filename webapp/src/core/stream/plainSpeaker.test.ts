import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Output, PlainSpeaker } from './plainSpeaker';
import * as soundPacket from './soundPacket';
import { RATE_HZ } from './soundQueue';

const PACKET_S = 0.02;
const clock = { ms: 0 };
beforeEach(() => {
  vi.spyOn(soundPacket, 'sharedMs').mockImplementation(() => clock.ms);
});

/** A browser's audio output whose time is moved by hand: it keeps what it was given, and tells of each piece that was heard. */
function output() {
  const given: { atS: number; endS: number; first: number; ended: () => void }[] = [];
  clock.ms = 0;
  const self = {
    currentTime: 0,
    destination: {},
    createBuffer: (channels: number, frames: number, sampleRate: number) => {
      const data = Array.from({ length: channels }, () => new Float32Array(frames));
      return { duration: frames / sampleRate, getChannelData: (at: number) => data[at] };
    },
    createBufferSource: () => ({
      buffer: null as { duration: number; getChannelData(at: number): Float32Array } | null,
      onended: () => {},
      connect: () => {},
      start(atS: number) {
        const { duration, getChannelData } = this.buffer as NonNullable<typeof this.buffer>;
        given.push({ atS, endS: atS + duration, first: getChannelData(0)[0] ?? 0, ended: () => this.onended() });
      },
    }),
    /** Moves on; pieces that end on the way say so. */
    moveTo(nowS: number) {
      self.currentTime = nowS;
      clock.ms = nowS * 1_000;
      for (const piece of given.filter(({ endS }) => endS <= nowS)) {
        piece.endS = Number.POSITIVE_INFINITY;
        piece.ended();
      }
    },
  };
  return { self, given, asOutput: self as unknown as Output };
}

const AGE_MS = 25;
/** A packet whose samples say when they were heard. */
const tone = (sentMs: number) => ({
  samples: new Int16Array(RATE_HZ * PACKET_S * 2).fill(sentMs + 1),
  ageMs: AGE_MS,
  sentMs,
});
const heardMs = (sample: number) => Math.round(sample * 32_768) - 1 - AGE_MS;

describe('sound without an audio worklet', () => {
  it('comes in pieces without a gap, no later than a tenth of a second, and rests in silence', () => {
    const { self, given, asOutput } = output();
    const lags: (number | null)[] = [];
    const speaker = new PlainSpeaker(asOutput, (lag) => lags.push(lag));
    speaker.follow(40);
    for (let now = 0; now < 2_000; now += 5) {
      self.moveTo(now / 1_000);
      if (now % 20 === 0) speaker.take(tone(now));
    }
    const heard = given.filter(({ first }) => first !== 0);
    expect(heard.length).toBeGreaterThan(150);
    const starts = heard.map(({ atS }) => Math.round(atS * RATE_HZ));
    for (let at = 1; at < starts.length; at += 1) expect((starts[at] ?? 0) - (starts[at - 1] ?? 0)).toBe(RATE_HZ / 100);
    const known = lags.filter((lag) => lag !== null).slice(1);
    expect(known.length).toBeGreaterThan(1);
    for (const lag of known) expect(Math.abs(lag - 40)).toBeLessThan(100);
    for (let now = 2_000; now < 3_000; now += 5) self.moveTo(now / 1_000);
    const pieces = given.length;
    for (let now = 3_000; now < 4_000; now += 5) self.moveTo(now / 1_000);
    expect(given.length, 'silence costs nothing').toBe(pieces);
    expect(lags.at(-1)).toBeNull();
    speaker.take(tone(3_990));
    speaker.take(tone(4_010));
    for (let now = 4_000; now < 4_200; now += 5) self.moveTo(now / 1_000);
    expect(given.length, 'and ends with the next sound').toBeGreaterThan(pieces);
  });

  it('goes on after the page was busy, with what came last and no later than before', () => {
    const { self, given, asOutput } = output();
    const lags: (number | null)[] = [];
    const speaker = new PlainSpeaker(asOutput, (lag) => lags.push(lag));
    speaker.follow(40);
    let sent = 0;
    for (let now = 0; now < 6_000; now += 5) {
      // A third of a second of each in which nothing runs, and what was sent waits.
      if (now % 1_000 > 666) continue;
      self.moveTo(now / 1_000);
      for (; sent <= now; sent += 20) speaker.take(tone(sent));
    }
    const heard = given.filter(({ first }) => first !== 0);
    expect(heard.at(-1)?.atS).toBeGreaterThan(5.6);
    // Somewhere within its packet.
    for (const { atS, first } of heard) expect(atS * 1_000 - heardMs(first)).toBeLessThan(40 + 100 + PACKET_S * 1_000);
    expect(Math.max(...lags.map((lag) => lag ?? 0))).toBeLessThan(40 + 100);
  });

  it('counts what packets wait for the page', () => {
    const { self, asOutput } = output();
    const lags: (number | null)[] = [];
    const speaker = new PlainSpeaker(asOutput, (lag) => lags.push(lag));
    for (let now = 0; now < 2_000; now += 5) {
      self.moveTo(now / 1_000);
      if (now % 20 === 0) speaker.take(tone(now - 60));
    }
    expect(lags.at(-1)).toBeGreaterThan(AGE_MS + 60);
    expect(lags.at(-1)).toBeLessThan(AGE_MS + 60 + 60);
  });
});
