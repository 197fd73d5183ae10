import { describe, expect, it } from 'vitest';
import { passwordChecklist } from '@/core/rules';
import { locale } from '@/core/storage';

describe.each(['zh-CN', 'en-US'] as const)('the conditions of a password in %s', (tag) => {
  it.each([
    ['reset', 4],
    ['account', 3],
  ] as const)('are sentences, each another one, at %s', (rule, count) => {
    locale.set(tag);
    const words = passwordChecklist('', rule).map((each) => each.words);
    expect(new Set(words).size).toBe(count);
    expect(words).not.toContain('');
  });
});

it('are ticked each by itself, and the account centre asks for less', () => {
  expect(passwordChecklist('gooseberry77', 'account').every(({ met }) => met)).toBe(true);
  expect(passwordChecklist('gooseberry77', 'reset').map(({ met }) => met)).toEqual([true, false, true, false]);
  expect(passwordChecklist('aB!', 'reset').map(({ met }) => met)).toEqual([false, true, false, true]);
});
