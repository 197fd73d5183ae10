import { expect, it } from 'vitest';
import { cutText } from './cutText';

it.each([
  ['owl', 3, 'owl'],
  ['owls', 3, 'owl'],
  ['你好', 6, '你好'],
  ['你好', 5, '你'],
  ['a👍', 4, 'a'],
  ['', 3, ''],
])('%s in %i bytes is %s', (text, bytes, cut) => {
  expect(cutText(text, bytes)).toBe(cut);
});
