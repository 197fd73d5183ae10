// Key mappings of this browser: kept by phone and app, read from files. What counts as one is said by the rules.
import { checkKeymap } from '@/core/rules';
import { keptKeymaps } from '@/core/storage';

export const VERSION = 1;

export interface Point {
  /** `KeyboardEvent.code`. */
  code: string;
  /** Parts of the picture's width and height, 0 to 1. */
  x: number;
  y: number;
}

export interface Keymap {
  /** A package name; empty for whatever is shown. */
  app: string;
  points: Point[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pointOf(value: unknown): Point | undefined {
  if (!isRecord(value)) return undefined;
  const { code, x, y } = value;
  return typeof code === 'string' && typeof x === 'number' && typeof y === 'number' ? { code, x, y } : undefined;
}

/** A mapping out of anything, or what is wrong with it. */
export function readKeymap(value: unknown): Keymap | { fault: string } {
  const { version, app, points } = isRecord(value) ? value : {};
  const read = Array.isArray(points) ? points.map(pointOf) : [undefined];
  const whole = read.filter((point) => point !== undefined);
  // A point that is none makes the whole no mapping.
  const known = whole.length === read.length && typeof version === 'number' && typeof app === 'string';
  const name = typeof app === 'string' ? app : '';
  const fault = checkKeymap(known && Number.isInteger(version) ? version : 0, name, whole);
  return fault ? { fault } : { app: name, points: whole };
}

/** A mapping as a file. */
export const writeKeymap = ({ app, points }: Keymap): string =>
  JSON.stringify({ kind: 'owldeck-keymap', version: VERSION, app, points }, null, 2);

type Kept = Record<string, Keymap[]>;

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
  const all: Kept = isRecord(kept) ? { ...(kept as Kept) } : {};
  if (keymaps.length > 0) all[phoneId] = [...keymaps];
  else delete all[phoneId];
  keptKeymaps.set(all);
}

/** The mapping for the app in front: its own, or the one for any app. */
export const keymapFor = (keymaps: readonly Keymap[], app: string): Keymap | undefined =>
  keymaps.find((each) => each.app === app) ?? keymaps.find((each) => each.app === '');

/** A key's name as it is printed on keyboards: `KeyW` is W. */
export const keyName = (code: string): string => code.replace(/^(Key|Digit)/, '').replace(/^Arrow/, '');
