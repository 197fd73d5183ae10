import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

it('no two features name a call alike: the first that is loaded would answer for both', () => {
  const places = new Map<string, string>();
  for (const [place, source] of Object.entries(sources)) {
    for (const [, name = ''] of source.matchAll(/^\s+(\w+): build\.(?:query|mutation)/gm)) {
      expect(places.get(name), `${name} in ${place}`).toBeUndefined();
      places.set(name, place);
    }
  }
  expect(places.size).toBeGreaterThan(100);
});
