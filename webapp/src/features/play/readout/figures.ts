// Figures of a session: values, units and the limits at which they turn amber or red.
import type { Stats } from '../session/playState';

export type Tone = 'warn' | 'err' | undefined;

const DELAY_MS = { warn: 120, err: 250 } as const;
const FRAMES = { warn: 40, err: 20 } as const;

/** Tone of the delay; screenshots are always late, so theirs has none. */
const delayTone = ({ decoder, delayMs }: Stats): Tone =>
  decoder === 'stills' ? undefined : delayMs > DELAY_MS.err ? 'err' : delayMs > DELAY_MS.warn ? 'warn' : undefined;

/** Tone of the frame rate. A phone sends frames only when its screen changes: few shown frames are a fault only where it sent many. */
const framesTone = ({ fps, dropped }: Stats): Tone =>
  fps + dropped < FRAMES.warn ? undefined : fps < FRAMES.err ? 'err' : fps < FRAMES.warn ? 'warn' : undefined;

/** Tone of dropped frames: a fault only where the frame rate is one. */
const dropsTone = (now: Stats): Tone => (now.dropped > 0 ? framesTone(now) : undefined);

/** Whether the screen stands still: the phone sends no frames then, and the last measured delay is outdated. */
export const isStill = ({ decoder, fps, dropped }: Stats): boolean => decoder !== 'stills' && fps + dropped < 0.5;

export interface Figure {
  key: 'delay' | 'frames' | 'bitrate' | 'drops';
  /** Unit, the same in every language; null where the unit is a translated word. */
  unit: string | null;
  value: (now: Stats) => string;
  /** Amount that the sparkline draws; null for no sparkline. */
  amount: ((each: Stats) => number) | null;
  tone: (now: Stats) => Tone;
}

export const figures: readonly Figure[] = [
  {
    key: 'delay',
    unit: 'ms',
    // Without a frame since the opening no delay was measured.
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
    // Drops are mostly zero: a flat sparkline would show nothing.
    amount: null,
    tone: dropsTone,
  },
];

/** Words for each kind of decoder. */
export const decoderWords = {
  hardware: 'play.decoderHardware',
  software: 'play.decoderSoftware',
  wasm: 'play.decoderWasm',
  stills: 'play.decoderStills',
} as const satisfies Record<Stats['decoder'], string>;

/** Reason for the kind of decoder. */
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
