import { expect, it, vi } from 'vitest';
import { constants } from '@/core/rules';
import type { Started } from './api';
import { beginInParts, partsOf } from './beginInParts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const batch = (batchId: number): Started => ({ batchId, success: 1, fail: 0, list: [] });

it('parts hold as many phones as one call takes, and all of them', () => {
  const { batchMax, groupMax } = constants();
  expect(partsOf([])).toEqual([]);
  expect(partsOf(ids(batchMax)).map((part) => part.length)).toEqual([batchMax]);
  expect(partsOf(ids(batchMax + 1)).map((part) => part.length)).toEqual([batchMax, 1]);
  expect(partsOf(ids(groupMax)).flat()).toEqual(ids(groupMax));
});

it('one part begins after the other, and a fault ends it with what was begun before', async () => {
  const { batchMax } = constants();
  const begin = vi.fn(async ([first]: number[]) => ({ data: batch(first ?? 0) }));
  expect(await beginInParts(ids(2 * batchMax + 1), begin)).toEqual({
    started: [batch(1), batch(batchMax + 1), batch(2 * batchMax + 1)],
  });
  const fault = { kind: 'network' };
  const refuse = vi.fn(async ([first]: number[]) => (first === 1 ? { data: batch(1) } : { error: fault }));
  expect(await beginInParts(ids(3 * batchMax), refuse)).toEqual({ started: [batch(1)], fault });
  expect(refuse).toHaveBeenCalledTimes(2);
  expect(await beginInParts([7], async () => ({ error: fault }))).toEqual({ started: [], fault });
});
