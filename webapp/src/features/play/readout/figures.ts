// The figures of a session: their values, units and when they are amber or red.
import type { Stats } from '../session/playState';

export type Tone = 'warn' | 'err' | undefined;

const DELAY_MS = { warn: 120, err: 250 } as const;
const FRAMES = { warn: 40, err: 20 } as const;

/** Screenshots are late by their nature. */
const delayTone = ({ decoder, delayMs }: Stats): Tone =>
  decoder === 'stills' ? undefined : delayMs > DELAY_MS.err ? 'err' : delayMs > DELAY_MS.warn ? 'warn' : undefined;

/** A phone draws only what changes: few frames are a fault only in a second in which it sent many. */
const framesTone = ({ fps, dropped }: Stats): Tone =>
  fps + dropped < FRAMES.warn ? undefined : fps < FRAMES.err ? 'err' : fps < FRAMES.warn ? 'warn' : undefined;

/** Drops are a fault where the frames are one. */
const dropsTone = (now: Stats): Tone => (now.dropped > 0 ? framesTone(now) : undefined);

/** A phone draws only what changes: of a picture that stands still there is nothing to measure, and the last delay is an old one. */
export const isStill = ({ decoder, fps, dropped }: Stats): boolean => decoder !== 'stills' && fps + dropped < 0.5;

export interface Figure {
  key: 'delay' | 'frames' | 'bitrate' | 'drops';
  /** Written the same in every language; null where it is a word. */
  unit: string | null;
  value: (now: Stats) => string;
  /** What the sparkline draws; null for none. */
  amount: ((each: Stats) => number) | null;
  tone: (now: Stats) => Tone;
}

export const figures: readonly Figure[] = [
  {
    key: 'delay',
    unit: 'ms',
    // Of a screen that stood still since it was opened nothing is known.
    value: ({ delayMs }) => (delayMs > 0 ? String(Math.round(delayMs)) : '–'),
    amount: ({ delayMs }) => delayMs,
    tone: delayTone,
  },
  {
    key: 'frames',
    unit: 'fps',
    value: ({ fps }) => String(Math.round(fps)),
    amount: ({ fps }) => fps,
    tone: framesTone,
  },
  {
    key: 'bitrate',
    unit: 'Mbps',
    value: ({ kbps }) => (kbps / 1000).toFixed(1),
    amount: ({ kbps }) => kbps,
    tone: () => undefined,
  },
  {
    key: 'drops',
    unit: null,
    value: ({ dropped }) => String(Math.round(dropped)),
    // Mostly none: a line along the bottom would say nothing.
    amount: null,
    tone: dropsTone,
  },
];

/** How the picture comes to be seen. */
export const decoderWords = {
  hardware: 'play.decoderHardware',
  software: 'play.decoderSoftware',
  wasm: 'play.decoderWasm',
  stills: 'play.decoderStills',
} as const satisfies Record<Stats['decoder'], string>;

/** Why it comes that way. */
export function decoderWhy(decoder: Stats['decoder']) {
  switch (decoder) {
    case 'hardware':
      return 'play.whyHardware';
    case 'software':
      return 'play.whySoftware';
    case 'wasm':
      return window.isSecureContext ? 'play.whyOld' : 'play.whyInsecure';
    case 'stills':
      return 'play.whyStills';
  }
}
