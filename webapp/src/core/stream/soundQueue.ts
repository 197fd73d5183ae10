// When each sample of the phone's sound is played: as late as its picture is shown, whatever the network does to its packets.
// Times are seconds of one clock, the audio output's. Plain values: the worklet around it only hands them over.

import { SoundMessage } from '@/contract/constants';

/** Samples of each channel in a second. */
export const RATE_HZ = SoundMessage.sampleRate;
/** Between two packets: beyond it they are apart, below they are one stream whose clock is followed slowly. */
const APART_S = 0.06;
/** A sample that would come this much too late or too early is not waited for, or waits. */
const ASTRAY_S = 0.08;
/** How much faster or slower than written it is played to come back in time: not heard as another pitch. */
const STRETCH_MAX = 0.005;
const STRETCH_PER_S = 0.1;
/** Smoothing factor of the difference between the clocks of phone and computer. */
const FOLLOW = 0.05;
/** Kept beyond the latest packet of late: what the event loop takes. */
export const MARGIN_S = 0.015;
/** How much later than its picture a sample may be heard, unless no packet comes sooner: what is later is left out. */
const BEHIND_S = 0.085;
/** How much more is not worth a gap. */
const ROUGHLY_S = 0.01;
/** How fast the memory of late packets fades, in a second. */
const FADE_PER_S = 0.02;
/** No sample waits longer than this for a picture that came later still. */
const HOLD_S = 1;
/** How much later than before a packet may come and still count as in time; else a slower network would never be believed. */
const SLOWER_S = 0.01;
const CAPACITY = RATE_HZ * 2;

export class SoundQueue {
  /** How long after being heard on the phone a sample is wanted: the picture's delay, less what the output adds, which may be more. */
  wantedS = 0;
  private readonly left = new Float32Array(CAPACITY);
  private readonly right = new Float32Array(CAPACITY);
  private head = 0;
  private count = 0;
  /** The place between the first sample and the second, 0 to 1. */
  private between = 0;
  /** When the first sample was heard on the phone. */
  private heardS = 0;
  private playing = false;
  /** How late packets came at worst of late, as far as that is waited for. */
  private latestS = 0;
  private latestAtS = 0;
  /** How late packets come at best. */
  private earliestS = Number.POSITIVE_INFINITY;

  /** `marginS`: how long before being due a sample must be there. */
  constructor(private readonly marginS = MARGIN_S) {}

  /** Whether nothing waits to be played. */
  get empty(): boolean {
    return this.count === 0;
  }

  /** How late what is played now is played; undefined in silence. */
  lagS(nowS: number): number | undefined {
    return this.playing ? nowS - this.heardS : undefined;
  }

  /** Takes a packet, left and right in turn, whose first sample was heard at `heardS`. */
  push(samples: Int16Array, heardS: number, nowS: number): void {
    const frames = samples.length >> 1;
    if (frames === 0 || frames > CAPACITY) return;
    const faded = this.latestS - (nowS - this.latestAtS) * FADE_PER_S;
    const ageS = nowS - heardS;
    this.earliestS = Math.min(ageS, this.earliestS + SLOWER_S);
    this.latestS = Math.min(Math.max(ageS, faded), this.mostS - this.marginS);
    this.latestAtS = nowS;
    if (this.count > 0) {
      const apart = heardS - (this.heardS + this.count / RATE_HZ);
      const silence = Math.round(apart * RATE_HZ);
      if (apart < -APART_S || this.count + frames + Math.max(0, silence) > CAPACITY) this.forget();
      else if (apart > APART_S) this.append(silence, () => 0);
      else this.heardS += apart * FOLLOW;
    }
    if (this.count === 0) this.heardS = heardS;
    this.append(frames, (at) => (samples[at] ?? 0) / 32_768);
  }

  /** Fills an output of both channels that is heard from `nowS` on. */
  pull(left: Float32Array, right: Float32Array, nowS: number): void {
    const lagS = nowS - this.heardS;
    const late = lagS - Math.min(this.mostS, Math.max(this.leastS, this.latestS + this.marginS));
    if (this.count === 0 || late < (this.playing ? -ASTRAY_S : 0)) {
      this.playing = false;
      left.fill(0);
      right.fill(0);
      return;
    }
    if (late > ASTRAY_S || lagS > this.mostS + ROUGHLY_S) this.skip(Math.round(late * RATE_HZ));
    this.playing = this.count > 0;
    const step = 1 + Math.max(-STRETCH_MAX, Math.min(STRETCH_MAX, late * STRETCH_PER_S));
    for (let at = 0; at < left.length; at += 1) {
      left[at] = this.count > 0 ? this.sample(this.left) : 0;
      right[at] = this.count > 0 ? this.sample(this.right) : 0;
      if (this.count === 0) continue;
      this.between += step;
      const whole = Math.floor(this.between);
      this.between -= whole;
      this.skip(whole);
    }
    if (this.count === 0) this.playing = false;
  }

  /** How late they are wanted, as far as that is waited for. */
  private get pictureS(): number {
    return Math.min(this.wantedS, this.earliestS + HOLD_S);
  }

  /** How late samples are played at least: with their picture, and when their packet is there. */
  private get leastS(): number {
    return Math.max(this.pictureS, this.earliestS + this.marginS);
  }

  /** How late they are played at most. */
  private get mostS(): number {
    return Math.max(this.leastS, this.pictureS + BEHIND_S);
  }

  private sample(of: Float32Array): number {
    const first = of[this.head] ?? 0;
    const next = this.count > 1 ? (of[(this.head + 1) % CAPACITY] ?? 0) : first;
    return first + (next - first) * this.between;
  }

  private append(frames: number, value: (at: number) => number): void {
    for (let at = 0; at < frames; at += 1) {
      const place = (this.head + this.count + at) % CAPACITY;
      this.left[place] = value(at * 2);
      this.right[place] = value(at * 2 + 1);
    }
    this.count += frames;
  }

  private skip(frames: number): void {
    const skipped = Math.min(frames, this.count);
    this.head = (this.head + skipped) % CAPACITY;
    this.count -= skipped;
    this.heardS += skipped / RATE_HZ;
  }

  private forget(): void {
    this.count = 0;
    this.between = 0;
    this.playing = false;
  }
}
