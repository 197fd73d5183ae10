import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nameKey } from './nameKey';

interface Vectors {
  key: [name: string, key: string][];
}

it('gives the keys that the server gives', () => {
  const { key } = JSON.parse(readFileSync('../crates/domain/vectors/text.json', 'utf8')) as Vectors;
  expect(key.length).toBeGreaterThan(10);
  for (const [name, wanted] of key) expect(nameKey(name), name).toBe(wanted);
});
