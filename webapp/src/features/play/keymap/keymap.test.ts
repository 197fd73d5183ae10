import { beforeEach, describe, expect, it } from 'vitest';
import { keepKeymaps, keymapFor, keymapsOf, keyName, readKeymap, writeKeymap } from './keymap';

const farm = { app: 'com.owl.farm', points: [{ code: 'KeyW', x: 0.25, y: 0.75 }] };
beforeEach(() => localStorage.clear());

describe('a key mapping', () => {
  it('comes back from its file as it was', () => {
    expect(readKeymap(JSON.parse(writeKeymap(farm)))).toEqual(farm);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['another version', { ...farm, version: 2 }],
    ['no version', farm],
    ['points that are none', { ...farm, version: 1, points: [1] }],
    ['a place in words', { ...farm, version: 1, points: [{ code: 'KeyW', x: '0', y: 0 }] }],
    ['a place outside', { ...farm, version: 1, points: [{ code: 'KeyW', x: 1.1, y: 0 }] }],
    ['a key twice', { ...farm, version: 1, points: [farm.points[0], farm.points[0]] }],
    ['a name that is no package', { ...farm, version: 1, app: '<b>' }],
  ])('is refused in words: %s', (_, value) => {
    expect(readKeymap(value)).toEqual({ fault: expect.stringMatching(/./) });
  });

  it('is kept by phone and app, and nonsense in the store is nobody’s mapping', () => {
    keepKeymaps(7, [farm, { app: '', points: [] }]);
    expect(keymapsOf(7)).toEqual([farm, { app: '', points: [] }]);
    expect(keymapsOf(8)).toEqual([]);
    localStorage.setItem('keymaps', '{"7":[{"app":"<b>","points":[]},5]}');
    expect(keymapsOf(7)).toEqual([]);
    localStorage.setItem('keymaps', 'x');
    expect(keymapsOf(7)).toEqual([]);
  });

  it('is that of the app in front, else the one for any app, else none', () => {
    const any = { app: '', points: [] };
    expect(keymapFor([any, farm], 'com.owl.farm')).toBe(farm);
    expect(keymapFor([farm, any], 'com.owl.race')).toBe(any);
    expect(keymapFor([farm], 'com.owl.race')).toBeUndefined();
  });

  it('names keys as keyboards do', () => {
    expect(['KeyW', 'Digit1', 'ArrowUp', 'Space'].map(keyName)).toEqual(['W', '1', '↑', 'Space']);
  });
});
