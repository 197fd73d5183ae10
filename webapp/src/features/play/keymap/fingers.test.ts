import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyFingers } from './fingers';
import { checkPoints, entriesOf, type Point, padAt, readKeymap, writeKeymap } from './keymap';

const touch = vi.fn();
const tap: Point = { code: 'KeyQ', x: 0.1, y: 0.2 };
const hold: Point = { code: 'KeyE', x: 0.5, y: 0.5, act: 'hold' };
const swipe: Point = { code: 'KeyR', x: 0.5, y: 0.1, act: 'swipe', from: { x: 0.5, y: 0.9 } };
const pad = padAt(['KeyW', 'KeyA', 'KeyS', 'KeyD'], 0.25, 0.75, 0.5);
const [up, left] = pad as [Point, Point, Point, Point];

/** Action, finger, place in hundredths. */
const told = () => {
  const calls = touch.mock.calls.map(([action, finger, x, y]) => [
    action,
    finger - 1_000,
    Math.round(x * 100),
    Math.round(y * 100),
  ]);
  touch.mockClear();
  return calls;
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  touch.mockClear();
});

describe('the finger of a mapped key', () => {
  it('is down as long as a key is, and each key has its own', () => {
    const fingers = keyFingers(touch);
    expect(fingers.pressed('KeyZ', true, false, undefined)).toBe(false);
    expect(fingers.pressed('KeyQ', true, false, tap)).toBe(true);
    expect(fingers.pressed('KeyQ', true, true, tap), 'a repeat').toBe(true);
    fingers.pressed('KeyE', true, false, { ...tap, code: 'KeyE', x: 0.9 });
    expect(told()).toEqual([
      [0, 0, 10, 20],
      [0, 1, 90, 20],
    ]);
    // The mapping is another by now: the finger leaves where it was put down.
    expect(fingers.pressed('KeyQ', false, false, undefined)).toBe(true);
    expect(told()).toEqual([[1, 0, 10, 20]]);
  });

  it('that holds stays until the key is pressed again, or the mapping is in force no more', () => {
    const fingers = keyFingers(touch);
    const press = () => {
      fingers.pressed('KeyE', true, false, hold);
      expect(fingers.pressed('KeyE', false, false, hold)).toBe(true);
    };
    press();
    expect(told()).toEqual([[0, 0, 50, 50]]);
    press();
    expect(told()).toEqual([[1, 0, 50, 50]]);
    press();
    fingers.pressed('KeyQ', true, false, tap);
    told();
    fingers.letGo();
    expect(told(), 'not that of a key that is down').toEqual([[1, 0, 50, 50]]);
    fingers.pressed('KeyQ', false, false, tap);
    expect(told()).toEqual([[1, 1, 10, 20]]);
  });

  it('that swipes goes its way once, however long the key is down', () => {
    const fingers = keyFingers(touch);
    fingers.pressed('KeyR', true, false, swipe);
    fingers.pressed('KeyR', false, false, swipe);
    expect(told()).toEqual([[0, 0, 50, 90]]);
    vi.runAllTimers();
    const way = told();
    expect(way).toHaveLength(9);
    expect(way[3]).toEqual([2, 0, 50, 50]);
    expect(way.slice(-2)).toEqual([
      [2, 0, 50, 10],
      [1, 0, 50, 10],
    ]);
    fingers.pressed('KeyR', true, false, swipe);
    told();
    fingers.letGo();
    vi.runAllTimers();
    expect(told(), 'one that is cut short is lifted where it is').toEqual([[1, 0, 50, 90]]);
  });

  it('of a pad is one for its four keys, and diagonals are no longer than straight ways', () => {
    const fingers = keyFingers(touch);
    fingers.pressed('KeyW', true, false, up);
    fingers.pressed('KeyA', true, false, left);
    fingers.pressed('KeyW', false, false, up);
    fingers.pressed('KeyA', false, false, left);
    expect(told()).toEqual([
      [0, 0, 25, 75],
      [2, 0, 25, 67],
      [2, 0, 14, 69],
      [2, 0, 9, 75],
      [1, 0, 25, 75],
    ]);
  });
});

describe('a mapping with more than taps', () => {
  it('comes back from its file as it was', () => {
    const keymap = { app: 'com.owl.farm', points: [tap, hold, swipe, ...pad] };
    expect(readKeymap(JSON.parse(writeKeymap(keymap)))).toEqual(keymap);
  });

  it.each([
    ['an act that nobody knows', { ...tap, act: 'fly' }],
    ['a swipe from nowhere', { ...tap, act: 'swipe' }],
    ['a swipe from outside', { ...swipe, from: { x: 1.2, y: 0 } }],
  ])('is refused in words: %s', (_, point) => {
    expect(readKeymap({ version: 1, app: '', points: [point] })).toEqual({ fault: expect.stringMatching(/./) });
  });

  it('has its pads inside of the picture, each removed as one', () => {
    const corner = padAt(['KeyW', 'KeyA', 'KeyS', 'KeyD'], 1, 0, 0.5);
    expect(checkPoints(1, '', corner)).toBeUndefined();
    expect(entriesOf([tap, ...corner, hold]).map(({ act, points }) => [act, points.length])).toEqual([
      ['tap', 1],
      ['pad', 4],
      ['hold', 1],
    ]);
  });
});
