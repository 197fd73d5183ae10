// Meaning of the facts about a browser for the member: a verdict, what follows from it, what to do. Plain values; the words are in
// i18n/<language>/browser.json.
import type { Allowed, Facts, PictureFacts } from '@/core/browser';
import type words from '@/i18n/zh-CN/browser.json';

type Words = (typeof words)['browser'];

/** `good`: works; `note`: differs, without loss; `less`: a feature is missing; `bad`: there is no picture without it. */
export type Tone = 'good' | 'note' | 'less' | 'bad';
type State = keyof Words['state'];
type ConsequenceKey = keyof Words['so'];
type Todo = keyof Words['todo'];

export interface Line {
  key: keyof Words['line'];
  tone: Tone;
  /** Key of the word for the verdict. */
  state: State;
  /** Key of the text for the consequence. */
  so: ConsequenceKey;
  /** Key of the text for the remedy. */
  todo?: Todo;
  /** Measured time, for verdicts that are one. */
  ms?: number;
}

export interface Group {
  key: keyof Words['group'];
  lines: Line[];
}

/** Round trip from which every touch feels late: the delay at which the readout turns red. */
const SLOW_MS = 250;

const good = (key: Line['key'], so: ConsequenceKey, state: State = 'yes'): Line => ({ key, tone: 'good', state, so });
const note = (key: Line['key'], so: ConsequenceKey, state: State): Line => ({ key, tone: 'note', state, so });
const less = (key: Line['key'], so: ConsequenceKey, todo?: Todo, state: State = 'no'): Line => ({
  key,
  tone: 'less',
  state,
  so,
  ...(todo ? { todo } : {}),
});
const bad = (key: Line['key'], so: ConsequenceKey, todo: Todo, state: State = 'no'): Line => ({
  key,
  tone: 'bad',
  state,
  so,
  todo,
});

function connection({ secure, callMs, socketMs, cookies }: Facts): Line[] {
  const call = (ms: number): Line => ({
    ...(ms > SLOW_MS ? less('call', 'slow', 'network', 'ms') : good('call', 'call', 'ms')),
    ms,
  });
  const socket = (): Line => {
    if (socketMs === 'unasked') return note('socket', 'socketLater', 'later');
    if (socketMs === null) return bad('socket', 'noSocket', 'proxy', 'failed');
    return { ...good('socket', 'socket', 'ms'), ms: socketMs };
  };
  return [
    secure ? good('secure', 'secure') : less('secure', 'insecure', 'https'),
    callMs === null ? bad('call', 'unreached', 'network', 'failed') : call(callMs),
    socket(),
    cookies ? good('cookies', 'cookies') : less('cookies', 'noCookies', 'cookies'),
  ];
}

/** Remedy of a missing capability: https first, since without it a newer browser offers no more. */
const remedy = ({ secure }: Facts): Todo => (secure ? 'update' : 'https');

/** Whether the software decoder takes the stream, because the browser has no decoder or one that cannot. */
const standsIn = ({ decoder, baseline, softMs }: PictureFacts): boolean =>
  softMs !== null && (!decoder || baseline === 'none');

function stream(key: 'baseline' | 'high', facts: Facts, picture: PictureFacts): Line {
  if (standsIn(picture)) return note(key, 'bySoft', 'bySoft');
  if (!picture.decoder) return bad(key, 'noH264', remedy(facts));
  switch (picture[key]) {
    case 'hardware':
      return good(key, 'hardware', 'hardware');
    case 'software':
      return { ...note(key, 'software', 'software'), todo: 'acceleration' };
    case 'none':
      return key === 'baseline' ? bad(key, 'noH264', 'another') : less(key, 'noHigh', 'another');
  }
}

function soft(picture: PictureFacts): Line {
  const { decoder, baseline, softMs } = picture;
  if (softMs !== null) {
    return { ...good('soft', standsIn(picture) ? 'softUsed' : 'softSpare', 'loaded'), ms: softMs };
  }
  return decoder && baseline !== 'none'
    ? note('soft', 'softUnneeded', 'notLoaded')
    : bad('soft', 'noSoft', 'reload', 'notLoaded');
}

function picture(facts: Facts): Line[] {
  const { picture: found } = facts;
  if (found === null) {
    const unasked = (['canvas', 'decoder', 'baseline', 'high', 'soft'] as const).map((key) =>
      note(key, 'unasked', 'unknown'),
    );
    return [bad('worker', 'noWorker', 'reload'), ...unasked];
  }
  const decoder = (): Line => {
    if (found.decoder) return standsIn(found) ? less('decoder', 'decoderSoft', 'another') : good('decoder', 'decoder');
    return found.softMs === null
      ? bad('decoder', 'noDecoder', remedy(facts))
      : less('decoder', 'decoderSoft', remedy(facts));
  };
  return [
    good('worker', 'worker'),
    found.draws ? good('canvas', 'canvas') : bad('canvas', 'noCanvas', 'update'),
    decoder(),
    stream('baseline', facts, found),
    stream('high', facts, found),
    soft(found),
  ];
}

function sound(facts: Facts): Line[] {
  const opus = (): Line => {
    if (facts.picture === null) return note('opus', 'unasked', 'unknown');
    if (facts.picture.opus) return good('opus', 'opus');
    return less('opus', facts.picture.aac ? 'onlyAac' : 'noOpus', remedy(facts));
  };
  return [
    facts.sound ? good('sound', 'sound') : less('sound', 'noSound', 'update'),
    opus(),
    facts.worklet ? good('worklet', 'worklet') : less('worklet', 'noWorklet', remedy(facts)),
  ];
}

function allowed(key: 'copy' | 'paste', how: Allowed, facts: Facts): Line {
  const without = ({ copy: 'noCopy', paste: 'noPaste' } as const)[key];
  switch (how) {
    case 'yes':
      return good(key, key);
    case 'asks':
      return good(key, key, 'asks');
    case 'blocked':
      return less(key, without, 'allow', 'blocked');
    case 'none':
      return less(key, without, remedy(facts));
  }
}

function input(facts: Facts): Line[] {
  return [
    allowed('copy', facts.copy, facts),
    allowed('paste', facts.paste, facts),
    facts.copyPicture ? good('copyPicture', 'copyPicture') : less('copyPicture', 'noCopyPicture', remedy(facts)),
  ];
}

function view(facts: Facts): Line[] {
  const notify = (): Line => {
    switch (facts.notify) {
      case 'yes':
        return good('notify', 'notify');
      case 'asks':
        return note('notify', 'notifyAsks', 'asks');
      case 'blocked':
        return less('notify', 'noNotify', facts.secure ? 'allow' : 'https', 'blocked');
      case 'none':
        return less('notify', 'noNotify', remedy(facts));
    }
  };
  return [
    facts.fullscreen ? good('fullscreen', 'fullscreen') : less('fullscreen', 'noFullscreen'),
    facts.floats ? good('floats', 'floats') : less('floats', 'noFloats', 'popOut'),
    notify(),
  ];
}

/** All verdicts, by group, in the order of the page. */
export const groupsOf = (facts: Facts): Group[] => [
  { key: 'connection', lines: connection(facts) },
  { key: 'picture', lines: picture(facts) },
  { key: 'sound', lines: sound(facts) },
  { key: 'input', lines: input(facts) },
  { key: 'view', lines: view(facts) },
];

/** Result of all verdicts: `all` works; `but` with the limited lines; `none` is no picture, with the first cause. */
export type Summary =
  | { kind: 'all' }
  | { kind: 'but'; limited: Line[]; insecure: boolean }
  | { kind: 'none'; cause: Line };

/** Sums all verdicts up. */
export function summaryOf(groups: readonly Group[]): Summary {
  const lines = groups.flatMap((group) => group.lines);
  const cause = lines.find(({ tone }) => tone === 'bad');
  if (cause) return { kind: 'none', cause };
  const limited = lines.filter(({ tone }) => tone === 'less');
  if (limited.length === 0) return { kind: 'all' };
  return { kind: 'but', limited, insecure: limited.some(({ key }) => key === 'secure') };
}
