import { describe, expect, it } from 'vitest';
import { RATE_HZ, SoundQueue } from './soundQueue';

const PACKET_S = 0.02;
const QUANTUM = 128;

interface Course {
  seconds: number;
  /** How late packets come. */
  arriveS: (packet: number) => number;
  /** How much faster the phone's clock runs. */
  drift?: number;
  /** Packets that never come. */
  missing?: (packet: number) => boolean;
  wantedS?: number;
}

/** Plays packets against a running output; the lags of each quantum, undefined in silence. */
function play({ seconds, arriveS, drift = 0, missing = () => false, wantedS = 0.05 }: Course) {
  const queue = new SoundQueue();
  queue.wantedS = wantedS;
  const tone = new Int16Array(RATE_HZ * PACKET_S * 2).fill(8_000);
  const [left, right] = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];
  const lags: (number | undefined)[] = [];
  let packet = 0;
  for (let nowS = 0; nowS < seconds; nowS += QUANTUM / RATE_HZ) {
    for (
      let heardS = packet * PACKET_S * (1 + drift);
      heardS + arriveS(packet) <= nowS;
      heardS = packet * PACKET_S * (1 + drift)
    ) {
      if (!missing(packet)) queue.push(tone, heardS, nowS);
      packet += 1;
    }
    queue.pull(left, right, nowS);
    lags.push(queue.lagS(nowS));
  }
  return { lags, left };
}

const settled = (lags: (number | undefined)[]) => lags.slice(lags.length / 2);
const worst = (lags: (number | undefined)[], wantedS: number) =>
  Math.max(...lags.map((lag) => (lag === undefined ? 0 : Math.abs(lag - wantedS))));

describe('the sound of a phone', () => {
  it('is played as late as its picture', () => {
    const { lags, left } = play({ seconds: 3, arriveS: () => 0.015, wantedS: 0.07 });
    expect(settled(lags)).not.toContain(undefined);
    expect(worst(settled(lags), 0.07)).toBeLessThan(0.03);
    expect(left[0]).toBeCloseTo(8_000 / 32_768, 3);
  });

  it.each([300e-6, -300e-6])('stays with its picture while the clocks run apart (%f)', (drift) => {
    const { lags } = play({ seconds: 40, arriveS: (n) => 0.015 + (n % 7) / 1_000, drift, wantedS: 0.06 });
    expect(worst(settled(lags), 0.06)).toBeLessThan(0.1);
    const silent = settled(lags).filter((lag) => lag === undefined);
    expect(silent.length).toBeLessThan(10);
  });

  it('is silent where the phone was, and in time after it', () => {
    const { lags } = play({ seconds: 4, arriveS: () => 0.02, missing: (n) => n > 50 && n < 120, wantedS: 0.06 });
    const at = (s: number) => lags[Math.floor((s * RATE_HZ) / QUANTUM)];
    expect(at(0.8)).toBeDefined();
    expect(at(2)).toBeUndefined();
    expect(Math.abs((at(3) ?? 9) - 0.06)).toBeLessThan(0.1);
  });

  it.each([5, 25, 49])(
    'is never heard a tenth of a second after its picture, whatever stalls (%i packets)',
    (length) => {
      const arriveS = (n: number) => (n % 150 > 150 - length ? 0.02 + (150 - (n % 150)) * PACKET_S : 0.02);
      const { lags } = play({ seconds: 30, arriveS, wantedS: 0.06 });
      expect(worst(lags, 0.06)).toBeLessThan(0.1);
      const heard = lags.filter((lag) => lag !== undefined);
      expect(heard.length / lags.length, 'what came in time is heard').toBeGreaterThan(1 - length / 150 - 0.03);
    },
  );

  it('returns to its picture after a stall', () => {
    const stall = (n: number) => (n > 50 && n < 75 ? 0.02 + (75 - n) * PACKET_S : 0.02);
    const { lags } = play({ seconds: 25, arriveS: stall, wantedS: 0.06 });
    expect(worst(lags.slice(-500), 0.06)).toBeLessThan(0.03);
  });

  it('has no gaps where packets come late again and again, but less than a tenth of a second', () => {
    const { lags } = play({ seconds: 20, arriveS: (n) => (n % 40 === 0 ? 0.09 : 0.02), wantedS: 0.05 });
    expect(settled(lags)).not.toContain(undefined);
    expect(worst(settled(lags), 0.05)).toBeLessThan(0.1);
  });

  it('is heard again soon after a long stall, whose packets nobody waits for', () => {
    const stall = (n: number) => (n > 50 && n < 600 ? 0.02 + (600 - n) * PACKET_S : 0.02);
    const { lags } = play({ seconds: 70, arriveS: stall, wantedS: 0.06 });
    const at = (s: number) => lags[Math.floor((s * RATE_HZ) / QUANTUM)];
    expect(at(13.5)).toBeLessThan(1.2);
    expect(worst(lags.slice(-500), 0.06)).toBeLessThan(0.1);
  });

  it('does not wait for a picture that came late once', () => {
    const { lags } = play({ seconds: 6, arriveS: () => 0.02, wantedS: 11 });
    expect(settled(lags)).not.toContain(undefined);
    expect(worst(settled(lags), 1.02)).toBeLessThan(0.1);
  });

  it('comes over a line that is seconds slow all the time', () => {
    const { lags } = play({ seconds: 10, arriveS: () => 3, wantedS: 0.06 });
    expect(settled(lags)).not.toContain(undefined);
    expect(worst(settled(lags), 3)).toBeLessThan(0.1);
  });

  it('keeps two seconds at most, and nothing of a packet without samples', () => {
    const queue = new SoundQueue();
    queue.push(new Int16Array(0), 0, 0);
    queue.push(new Int16Array(RATE_HZ * 4 + 2), 0, 0);
    expect(queue.lagS(1)).toBeUndefined();
    for (let n = 0; n < 300; n += 1) queue.push(new Int16Array(RATE_HZ * PACKET_S * 2), n * PACKET_S, n * PACKET_S);
    const [left, right] = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];
    expect(() => queue.pull(left, right, 6)).not.toThrow();
  });
});
