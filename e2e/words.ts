// The words of the interface as its own files have them, so that a test reads like what it looks for in either language.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const languages = ['zh-CN', 'en-US'] as const;
export type Language = (typeof languages)[number];

type Tree = { [key: string]: string | Tree };

/** Translates a key: `wordsIn('en-US')('signIn.submit')`. Plurals are chosen by `count`. */
export type Translate = (key: string, values?: Record<string, string>) => string;

const trees = new Map<Language, Tree>();

/** All words of a language. No two parts have a key in common: they share one namespace in the browser too. */
function treeOf(language: Language): Tree {
  const known = trees.get(language);
  if (known) return known;
  const folder = resolve('../webapp/src/i18n', language);
  const parts = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree);
  const tree: Tree = Object.assign({}, ...parts);
  trees.set(language, tree);
  return tree;
}

/** The translations of a language; a key that has none is an error of the test. */
export function wordsIn(language: Language): Translate {
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Tree | undefined>(
        (at, each) => (typeof at === 'object' ? at[each] : undefined),
        treeOf(language),
      );
  return (key, values = {}) => {
    const found = find(key) ?? find(`${key}_${values.count === '1' ? 'one' : 'other'}`);
    if (typeof found !== 'string') throw new Error(`no words for ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** The whole of what a helper looks for in tests of either language, read as an expression: a value may be a pattern. */
export const inEither = (say: (t: Translate) => string): RegExp =>
  new RegExp(languages.map((language) => `^${say(wordsIn(language))}$`).join('|'));

/** A text without the marks of what stands out in it. */
export const unmarked = (text: string): string => text.replace(/<\/?b>/g, '');
