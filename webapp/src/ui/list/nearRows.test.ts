import { describe, expect, it } from 'vitest';
import { nextPlace } from './useNearRows';

/** A view of ten rows out of a thousand. */
const at = (first: number, old: ReturnType<typeof nextPlace> | null = null, fast = false) =>
  nextPlace(old, first, first + 10, 1000, fast);

describe('the rows that exist', () => {
  it('are those of the view and half a view around it', () => {
    expect(at(100)).toEqual({ from: 95, to: 115, fast: false, whole: { from: 95, to: 115 } });
  });

  it('never reach beyond the list', () => {
    expect(at(0)).toMatchObject({ from: 0, to: 15 });
    expect(at(990)).toMatchObject({ from: 985, to: 1000 });
    // Longer before: the view stands below the end.
    expect(nextPlace(null, 500, 510, 20, false)).toMatchObject({ from: 14, to: 20 });
  });

  it('stay the same until one row is left beyond the view', () => {
    const old = at(100);
    expect(at(104, old)).toBe(old);
    expect(at(105, old)).not.toBe(old);
    expect(at(96, old)).toBe(old);
    expect(at(95, old)).not.toBe(old);
  });

  it('are outlines while the list flies by, but for those that were whole', () => {
    const still = at(100);
    const fast = at(110, still, true);
    expect(fast).toEqual({ from: 90, to: 140, fast: true, whole: still.whole });
    expect(at(120, fast, true)).toBe(fast);
    const far = at(400, fast, true);
    expect(far).toEqual({ from: 380, to: 430, fast: true, whole: still.whole });
    expect(at(400, far)).toEqual({ from: 395, to: 415, fast: false, whole: { from: 395, to: 415 } });
  });
});
