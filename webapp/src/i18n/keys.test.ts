import { expect, it } from 'vitest';
import en from './en-US.json';
import zh from './zh-CN.json';

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

const chinese = texts(zh);
const english = new Map(texts(en));

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
