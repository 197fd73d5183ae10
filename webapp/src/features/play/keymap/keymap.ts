// Key mappings of this browser: kept by phone and app, read from files. What counts as one is said by the rules.
import { checkKeymap } from '@/core/rules';
import { keptKeymaps } from '@/core/storage';

export const VERSION = 1;

/** What a key does with its finger: as long as it is down, until it is pressed again, a stroke, or a way of a four-way pad. */
export type Act = 'tap' | 'hold' | 'swipe' | 'pad';

interface Place {
  x: number;
  y: number;
}

/** A key and where its finger goes, in parts of the picture's width and height, 0 to 1. */
export type Point = Place & {
  /** `KeyboardEvent.code`. */
  code: string;
} & (
    | { act?: 'hold' }
    // A stroke begins at `from`; keys with the same `from` are one pad, whose finger rests there.
    | { act: 'swipe' | 'pad'; from: Place }
  );

export interface Keymap {
  /** A package name; empty for whatever is shown. */
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

/** What the rules say against keys and places; where a stroke begins is a place too. */
export function checkPoints(version: number, app: string, points: readonly Point[]): string | undefined {
  const ends = points.map(({ code, x, y }) => ({ code, x, y }));
  const begins = points.flatMap((point) => {
    const from = fromOf(point);
    return from ? [{ code: point.code, ...from }] : [];
  });
  return checkKeymap(version, app, ends) ?? checkKeymap(version, app, begins);
}

/** A mapping out of anything, or what is wrong with it. */
export function readKeymap(value: unknown): Keymap | { fault: string } {
  const { version, app, points } = isRecord(value) ? value : {};
  const read = Array.isArray(points) ? points.map(pointOf) : [undefined];
  const whole = read.filter((point) => point !== undefined);
  // A point that is none makes the whole no mapping.
  const known = whole.length === read.length && typeof version === 'number' && typeof app === 'string';
  const name = typeof app === 'string' ? app : '';
  const fault = checkPoints(known && Number.isInteger(version) ? version : 0, name, whole);
  return fault ? { fault } : { app: name, points: whole };
}

/** A mapping as a file. */
export const writeKeymap = ({ app, points }: Keymap): string =>
  JSON.stringify({ kind: 'owldeck-keymap', version: VERSION, app, points }, null, 2);

type StoredKeymaps = Record<string, Keymap[]>;

/** The mappings of a phone; what is stored and no mapping is left out. */
export function keymapsOf(phoneId: number): Keymap[] {
  const kept = keptKeymaps.get();
  const list = isRecord(kept) ? kept[phoneId] : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .map((each) => readKeymap(isRecord(each) ? { ...each, version: VERSION } : each))
    .filter((each): each is Keymap => !('fault' in each));
}

/** Keeps a phone's mappings. */
export function keepKeymaps(phoneId: number, keymaps: readonly Keymap[]): void {
  const kept = keptKeymaps.get();
  const all: StoredKeymaps = isRecord(kept) ? { ...(kept as StoredKeymaps) } : {};
  if (keymaps.length > 0) all[phoneId] = [...keymaps];
  else delete all[phoneId];
  keptKeymaps.set(all);
}

/** The mapping for the app in front: its own, or the one for any app. */
export const keymapFor = (keymaps: readonly Keymap[], app: string): Keymap | undefined =>
  keymaps.find((each) => each.app === app) ?? keymaps.find((each) => each.app === '');

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowLeft: '←', ArrowDown: '↓', ArrowRight: '→' };

/** A key's name as it is printed on keyboards: `KeyW` is W. */
export const keyName = (code: string): string => ARROWS[code] ?? code.replace(/^(Key|Digit)/, '');

/** What is added and removed together: a key, or the keys of a pad. */
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

/** Tells pads apart. */
export function padKey(point: Point): string {
  const from = fromOf(point);
  return from ? `${from.x} ${from.y}` : '';
}

/** How far a pad's finger goes, in parts of the picture's width: as far as a thumb. */
const REACH = 0.16;
// Three digits are finer than any finger, and readable in a file.
const rounded = (part: number): number => Math.round(part * 1_000) / 1_000;
const within = (part: number, rim: number): number => Math.min(1 - rim, Math.max(rim, part));

export const placeAt = (x: number, y: number): Place => ({ x: rounded(x), y: rounded(y) });

/** A pad of four keys (up, left, down, right) around a place of a picture that is `aspect` times as wide as high. */
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
