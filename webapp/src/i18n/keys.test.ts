import i18next from 'i18next';
import { expect, it } from 'vitest';
import { locale } from '@/core/storage';
import { allParts, loadWords, startLanguage } from './index';

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
/** Placeholders of a text: `{{name}}` and `<tag>`. */
const parts = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([part]) => part).sort();

const chinese = texts(whole('zh-CN'));
const english = new Map(texts(whole('en-US')));
/** The key of a text that has a form for one and another for many. */
const baseOf = (key: string) => {
  const base = key.replace(/_(one|other)$/, '');
  return english.has(`${base}_one`) && english.has(`${base}_other`) ? base : key;
};

it('both languages have the same keys, but for the plural forms of English', () => {
  expect([...new Set([...english.keys()].map(baseOf))].sort()).toEqual(chinese.map(([key]) => key).sort());
  expect(chinese.length).toBeGreaterThan(100);
});

it('both languages fill in the same values', () => {
  const filled = new Map(chinese.map(([key, text]) => [key, parts(text)]));
  for (const [key, text] of english) expect(parts(text), key).toEqual(filled.get(baseOf(key)));
});

it('no text is empty', () => {
  for (const [key, text] of [...chinese, ...english]) expect(text.trim(), key).not.toBe('');
});

it('a key belongs to one part', () => {
  const tops = allParts.flatMap((part) => Object.keys(files[`./zh-CN/${part}.json`] ?? {}));
  expect(new Set(tops).size).toBe(tops.length);
  expect(Object.keys(files)).toHaveLength(2 * allParts.length);
});

it('what every page shares speaks words that are there with it', () => {
  const sources = import.meta.glob<string>(['../{ui,shell}/**/*.{ts,tsx}', '!**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const shared = ['core', 'shell', 'ui', 'gallery'].flatMap((part) => Object.keys(files[`./zh-CN/${part}.json`] ?? {}));
  const said = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bt\(\s*['`](\w+)\./g)].map(([, top]) => top),
  );
  expect(said.length).toBeGreaterThan(200);
  expect([...new Set(said)].filter((top) => !shared.includes(top ?? ''))).toEqual([]);
});

it('English counts one phone and two phones', async () => {
  locale.set('en-US');
  await startLanguage();
  await loadWords(['ui']);
  const said = [0, 1, 2, 21].map((n) => i18next.t('receipt.phones', { count: n }));
  expect(said).toEqual(['0 phones', '1 phone', '2 phones', '21 phones']);
});

it('what is counted has a form for one and for many', () => {
  const forms = [...english.keys()].filter((key) => baseOf(key) !== key);
  expect(forms.length).toBeGreaterThan(100);
  for (const key of forms) expect(english.get(`${baseOf(key)}_one`), key).not.toBe(english.get(`${baseOf(key)}_other`));
});

it('each call gives every value that its text fills in', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const filled = new Map(chinese);
  let held = 0;
  for (const [file, source] of Object.entries(sources)) {
    // Values that are written out beside their key; those that come from elsewhere are left to the types.
    for (const [, key = '', values = ''] of source.matchAll(/'(\w+(?:\.\w+)+)',\s*\{([^{}]*)\}/g)) {
      const text = filled.get(key);
      if (text === undefined || values.includes('...')) continue;
      const given = [...values.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name]) => name);
      const wanted = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect(
        wanted.filter((name) => !given.includes(name)),
        `${file}: ${key}`,
      ).toEqual([]);
      held += 1;
    }
  }
  expect(held).toBeGreaterThan(300);
});
