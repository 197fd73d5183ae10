// Key mappings of this browser: stored by phone and app, imported from files. The rules in wasm decide what is valid.
import { checkKeymap } from '@/core/rules';
import { keptKeymaps } from '@/core/storage';

export const VERSION = 1;

/** Action of a key with its finger: press while the key is down, hold until it is pressed again, swipe, or steer a four-way pad. */
export type Act = 'tap' | 'hold' | 'swipe' | 'pad';

interface Place {
  x: number;
  y: number;
}

/** A key and the position of its finger, in fractions of the picture's width and height, 0 to 1. */
export type Point = Place & {
  /** `KeyboardEvent.code`. */
  code: string;
} & (
    | { act?: 'hold' }
    // A swipe begins at `from`; pad keys with the same `from` form one pad, whose finger rests there.
    | { act: 'swipe' | 'pad'; from: Place }
  );

export interface Keymap {
  /** Package name of the app; empty for any app. */
  app: string;
  points: Point[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function placeOf(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const { x, y } = value;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

function pointOf(value: unknown): Point | undefined {
  const place = placeOf(value);
  if (!place || !isRecord(value)) return undefined;
  const { code, act } = value;
  if (typeof code !== 'string') return undefined;
  if (act === undefined) return { code, ...place };
  if (act === 'hold') return { code, ...place, act };
  const from = placeOf(value.from);
  return from && (act === 'swipe' || act === 'pad') ? { code, ...place, act, from } : undefined;
}

const fromOf = (point: Point): Place | undefined => ('from' in point ? point.from : undefined);

/** Faults of keys and positions by the rules; the beginning of a swipe is a position too. */
export function checkPoints(version: number, app: string, points: readonly Point[]): string | undefined {
  const ends = points.map(({ code, x, y }) => ({ code, x, y }));
  const begins = points.flatMap((point) => {
    const from = fromOf(point);
    return from ? [{ code: point.code, ...from }] : [];
  });
  return checkKeymap(version, app, ends) ?? checkKeymap(version, app, begins);
}

/** Parses an unknown value to a mapping, or to its fault. */
export function readKeymap(value: unknown): Keymap | { fault: string } {
  const { version, app, points } = isRecord(value) ? value : {};
  const read = Array.isArray(points) ? points.map(pointOf) : [undefined];
  const whole = read.filter((point) => point !== undefined);
  // A mapping with an invalid point is invalid as a whole.
  const known = whole.length === read.length && typeof version === 'number' && typeof app === 'string';
  const name = typeof app === 'string' ? app : '';
  const fault = checkPoints(known && Number.isInteger(version) ? version : 0, name, whole);
  return fault ? { fault } : { app: name, points: whole };
}

/** Text of the file into which a mapping is exported. */
export const writeKeymap = ({ app, points }: Keymap): string =>
  JSON.stringify({ kind: 'owldeck-keymap', version: VERSION, app, points }, null, 2);

type StoredKeymaps = Record<string, Keymap[]>;

/** Stored mappings of a phone; invalid entries are dropped. */
export function keymapsOf(phoneId: number): Keymap[] {
  const kept = keptKeymaps.get();
  const list = isRecord(kept) ? kept[phoneId] : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .map((each) => readKeymap(isRecord(each) ? { ...each, version: VERSION } : each))
    .filter((each): each is Keymap => !('fault' in each));
}

/** Stores a phone's mappings. */
export function keepKeymaps(phoneId: number, keymaps: readonly Keymap[]): void {
  const kept = keptKeymaps.get();
  const all: StoredKeymaps = isRecord(kept) ? { ...(kept as StoredKeymaps) } : {};
  if (keymaps.length > 0) all[phoneId] = [...keymaps];
  else delete all[phoneId];
  keptKeymaps.set(all);
}

/** Mapping that applies to the app in front: its own, else the one for any app. */
export const keymapFor = (keymaps: readonly Keymap[], app: string): Keymap | undefined =>
  keymaps.find((each) => each.app === app) ?? keymaps.find((each) => each.app === '');

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowLeft: '←', ArrowDown: '↓', ArrowRight: '→' };

/** Name of a key as it is printed on keyboards: `KeyW` is W. */
export const keyName = (code: string): string => ARROWS[code] ?? code.replace(/^(Key|Digit)/, '');

/** Points in groups that are added and removed together: a key alone, or the keys of a pad. */
export interface Entry {
  act: Act;
  points: [Point, ...Point[]];
}

export function entriesOf(points: readonly Point[]): Entry[] {
  const entries: Entry[] = [];
  for (const point of points) {
    const act = point.act ?? 'tap';
    const pad =
      act === 'pad'
        ? entries.find((entry) => entry.act === 'pad' && padKey(entry.points[0]) === padKey(point))
        : undefined;
    if (pad) pad.points.push(point);
    else entries.push({ act, points: [point] });
  }
  return entries;
}

/** Key of a pad: its centre, which its points share. */
export function padKey(point: Point): string {
  const from = fromOf(point);
  return from ? `${from.x} ${from.y}` : '';
}

/** Distance that a pad's finger moves, as a fraction of the picture's width: about as far as a thumb does. */
const REACH = 0.16;
// Three decimals are finer than any finger, and readable in a file.
const rounded = (part: number): number => Math.round(part * 1_000) / 1_000;
const within = (part: number, rim: number): number => Math.min(1 - rim, Math.max(rim, part));

export const placeAt = (x: number, y: number): Place => ({ x: rounded(x), y: rounded(y) });

/** Points of a pad of four keys (up, left, down, right) around a position; `aspect` is the picture's width divided by its height. */
export function padAt(codes: readonly string[], x: number, y: number, aspect: number): Point[] {
  const reach = { x: REACH, y: Math.min(0.45, REACH * aspect) };
  const from = placeAt(within(x, reach.x), within(y, reach.y));
  const ways = [
    { x: from.x, y: from.y - reach.y },
    { x: from.x - reach.x, y: from.y },
    { x: from.x, y: from.y + reach.y },
    { x: from.x + reach.x, y: from.y },
  ];
  return ways.map((way, at) => ({
    code: codes[at] ?? '',
    ...placeAt(within(way.x, 0), within(way.y, 0)),
    act: 'pad',
    from,
  }));
}
