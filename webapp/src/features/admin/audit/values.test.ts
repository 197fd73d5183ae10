import { expect, it } from 'vitest';
import { changesOf, valuesOf } from './values';

it('pairs values by name, and those that are others than before are changes', () => {
  const values = valuesOf({ before: { a: 1, b: 'x', c: [1] }, after: { a: 2, b: 'x', d: false } });
  expect(values).toEqual([
    { name: 'a', before: '1', after: '2' },
    { name: 'b', before: 'x', after: 'x' },
    { name: 'c', before: '[1]', after: null },
    { name: 'd', before: null, after: 'false' },
  ]);
  expect(changesOf(values).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  expect(valuesOf({ before: null, after: null })).toEqual([]);
});
