import { expect, it } from 'vitest';
import { allParts } from './index';

const files = import.meta.glob<object>('./*/*.json', { eager: true, import: 'default' });
const whole = (lang: string) => Object.assign({}, ...allParts.map((part) => files[`./${lang}/${part}.json`]));

/** Every text by its full key. */
function texts(tree: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : texts(value as object, `${prefix}${key}.`),
  );
}
/** What a text is filled with: `{{name}}` and `<tag>`. */
const parts = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([part]) => part).sort();

const chinese = texts(whole('zh-CN'));
const english = new Map(texts(whole('en-US')));

it('both languages have the same keys', () => {
  expect([...english.keys()].sort()).toEqual(chinese.map(([key]) => key).sort());
  expect(chinese.length).toBeGreaterThan(100);
});

it('both languages fill in the same values', () => {
  for (const [key, text] of chinese) expect(parts(english.get(key) ?? ''), key).toEqual(parts(text));
});

it('no text is empty', () => {
  for (const [key, text] of [...chinese, ...english]) expect(text.trim(), key).not.toBe('');
});

it('a key belongs to one part', () => {
  const tops = allParts.flatMap((part) => Object.keys(files[`./zh-CN/${part}.json`] ?? {}));
  expect(new Set(tops).size).toBe(tops.length);
  expect(Object.keys(files)).toHaveLength(2 * allParts.length);
});
