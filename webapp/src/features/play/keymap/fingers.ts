// Fingers of mapped keys on the phone: one for each key that is down or held, for each swipe, and for each pad.
import { TouchAction } from '@/contract/constants';
import { type Point, padKey } from './keymap';

/** First finger of mapped keys, apart from those of pointers, which count from 0. */
const FIRST_FINGER = 1_000;
/** Steps of a swipe, and the pause before each. */
const STEPS = 8;
const STEP_MS = 20;

type Action = (typeof TouchAction)[keyof typeof TouchAction];

/** Sends a touch; coordinates are fractions of the picture, 0 to 1. */
type Touch = (action: Action, finger: number, x: number, y: number) => void;

interface Resting {
  finger: number;
  point: Point;
}
interface Pad {
  finger: number;
  keys: Map<string, Point>;
}

export function keyFingers(touch: Touch) {
  /** Keys that are down, with the point that each pressed: its release ends that point, even if the mapping has changed. */
  const down = new Map<string, Point>();
  const fingers = new Set<number>();
  const resting = new Map<string, Resting>();
  const pads = new Map<string, Pad>();
  const strokes = new Map<number, { timer: ReturnType<typeof setTimeout>; at: [number, number] }>();

  const take = (): number => {
    let finger = FIRST_FINGER;
    while (fingers.has(finger)) finger += 1;
    fingers.add(finger);
    return finger;
  };
  const lift = (finger: number, x: number, y: number) => {
    fingers.delete(finger);
    touch(TouchAction.up, finger, x, y);
  };

  const rest = (point: Point) => {
    const finger = take();
    resting.set(point.code, { finger, point });
    touch(TouchAction.down, finger, point.x, point.y);
  };
  const release = (code: string) => {
    const held = resting.get(code);
    if (!held) return;
    resting.delete(code);
    lift(held.finger, held.point.x, held.point.y);
  };

  const stroke = (from: { x: number; y: number }, to: Point) => {
    const finger = take();
    touch(TouchAction.down, finger, from.x, from.y);
    const go = (step: number) => {
      const part = step / STEPS;
      const at: [number, number] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      if (step > 0) touch(TouchAction.move, finger, ...at);
      if (step < STEPS) {
        strokes.set(finger, { timer: setTimeout(() => go(step + 1), STEP_MS), at });
        return;
      }
      strokes.delete(finger);
      lift(finger, ...at);
    };
    go(0);
  };

  const steer = (key: string, from: { x: number; y: number }, pad: Pad) => {
    const keys = [...pad.keys.values()];
    let x = keys.reduce((sum, point) => sum + point.x - from.x, 0);
    let y = keys.reduce((sum, point) => sum + point.y - from.y, 0);
    // A diagonal is as long as the straight directions.
    if (x !== 0 && y !== 0) [x, y] = [x * Math.SQRT1_2, y * Math.SQRT1_2];
    if (keys.length > 0) touch(TouchAction.move, pad.finger, from.x + x, from.y + y);
    else {
      pads.delete(key);
      lift(pad.finger, from.x, from.y);
    }
  };
  const push = (point: Point & { act: 'swipe' | 'pad' }) => {
    const key = padKey(point);
    let pad = pads.get(key);
    if (!pad) {
      pad = { finger: take(), keys: new Map() };
      pads.set(key, pad);
      touch(TouchAction.down, pad.finger, point.from.x, point.from.y);
    }
    pad.keys.set(point.code, point);
    steer(key, point.from, pad);
  };

  return {
    /** Handles a key that went down or up, with its point in the current mapping; answers whether the mapping took it. */
    pressed(code: string, goesDown: boolean, repeats: boolean, mapped: Point | undefined): boolean {
      const point = down.get(code);
      if (!goesDown) {
        if (!point) return false;
        down.delete(code);
        if (point.act === undefined) release(code);
        else if (point.act === 'pad') {
          const pad = pads.get(padKey(point));
          pad?.keys.delete(code);
          if (pad) steer(padKey(point), point.from, pad);
        }
        return true;
      }
      if (point) return true;
      if (!mapped) return false;
      if (repeats) return true;
      down.set(code, mapped);
      switch (mapped.act) {
        case undefined:
          rest(mapped);
          break;
        case 'hold':
          if (resting.has(code)) release(code);
          else rest(mapped);
          break;
        case 'swipe':
          stroke(mapped.from, mapped);
          break;
        case 'pad':
          push(mapped);
          break;
      }
      return true;
    },
    /** Lifts the fingers that no key holds down: those of held points, and of swipes that are under way. */
    letGo(): void {
      for (const code of resting.keys()) if (down.get(code)?.act !== undefined || !down.has(code)) release(code);
      for (const [finger, { timer, at }] of strokes) {
        clearTimeout(timer);
        lift(finger, ...at);
      }
      strokes.clear();
    },
  };
}
