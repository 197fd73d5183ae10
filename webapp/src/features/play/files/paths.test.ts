import { describe, expect, it } from 'vitest';
import { above, inside, ROOT, way } from './paths';

describe('a path', () => {
  it('leads from the root to its folder', () => {
    expect(way(ROOT)).toEqual([{ name: '', path: ROOT }]);
    expect(way('/sdcard/DCIM/a b')).toEqual([
      { name: '', path: '/sdcard' },
      { name: 'DCIM', path: '/sdcard/DCIM' },
      { name: 'a b', path: '/sdcard/DCIM/a b' },
    ]);
  });

  it('has one above it, but for the root', () => {
    expect(above('/sdcard/DCIM/a')).toBe('/sdcard/DCIM');
    expect(above('/sdcard/DCIM')).toBe(ROOT);
    expect(above(ROOT)).toBe(ROOT);
    expect(above(inside('/sdcard/x', 'y'))).toBe('/sdcard/x');
  });
});
