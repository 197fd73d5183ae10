import { describe, expect, it } from 'vitest';
import { locale } from '@/core/storage';
import { passwordRules } from './passwordRules';

describe.each(['zh-CN', 'en-US'] as const)('the rules of a password in %s', (tag) => {
  it.each(['reset', 'account'] as const)('are three sentences of the module, each another one, at %s', (rule) => {
    locale.set(tag);
    const words = passwordRules('', rule).map((each) => each.words);
    expect(new Set(words).size).toBe(3);
    expect(words).not.toContain('');
    expect(passwordRules('', rule).map(({ met }) => met)).toEqual([undefined, undefined, undefined]);
  });
});

it('the account centre asks for less', () => {
  expect(passwordRules('gooseberry77', 'account').every(({ met }) => met)).toBe(true);
  expect(passwordRules('gooseberry77', 'reset').map(({ met }) => met)).toEqual([true, true, false]);
});
