import { describe, expect, it } from 'vitest';
import { type Output, PlainSpeaker } from './plainSpeaker';
import { RATE_HZ } from './soundQueue';

const PACKET_S = 0.02;

/** A browser's audio output whose time is moved by hand: it keeps what it was given, and tells of each piece that was heard. */
function output() {
  const given: { atS: number; endS: number; first: number; ended: () => void }[] = [];
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
      for (const piece of given.filter(({ endS }) => endS <= nowS)) {
        piece.endS = Number.POSITIVE_INFINITY;
        piece.ended();
      }
    },
  };
  return { self, given, asOutput: self as unknown as Output };
}

const tone = () => ({ samples: new Int16Array(RATE_HZ * PACKET_S * 2).fill(8_000), ageMs: 25 });

describe('sound without an audio worklet', () => {
  it('comes in pieces without a gap, no later than a tenth of a second, and rests in silence', () => {
    const { self, given, asOutput } = output();
    const lags: (number | null)[] = [];
    const speaker = new PlainSpeaker(asOutput, (lag) => lags.push(lag));
    speaker.follow(40);
    for (let now = 0; now < 2_000; now += 5) {
      self.moveTo(now / 1_000);
      if (now % 20 === 0) speaker.take(tone());
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
    speaker.take(tone());
    speaker.take(tone());
    for (let now = 4_000; now < 4_200; now += 5) self.moveTo(now / 1_000);
    expect(given.length, 'and ends with the next sound').toBeGreaterThan(pieces);
  });

  it('goes on after the page was busy', () => {
    const { self, given, asOutput } = output();
    const speaker = new PlainSpeaker(asOutput, () => {});
    for (let now = 0; now < 3_000; now += 5) {
      // Half a second in which nothing runs.
      if (now > 1_000 && now < 1_500) continue;
      self.moveTo(now / 1_000);
      if (now % 20 === 0) speaker.take(tone());
    }
    const last = given.at(-1);
    expect(last?.first).not.toBe(0);
    expect(last?.atS).toBeGreaterThan(2.9);
  });
});
