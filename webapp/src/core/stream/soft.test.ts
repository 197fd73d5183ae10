import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const MIB = 1024 * 1024;
const PAGE_BYTES = 65_536;
const HEAD_BYTES = 8;
const MEMORY_SECTION = 5;

/** Most memory pages that a module asks for, as its memory section says (WebAssembly Core 5.5.8); null without that section. */
function mostPages(module: Uint8Array): number | null {
  let at = HEAD_BYTES;
  const number = () => {
    let [value, shift, byte] = [0, 0, 0x80];
    while (byte & 0x80) {
      byte = module[at] as number;
      at += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    }
    return value >>> 0;
  };
  while (at < module.length) {
    const section = number();
    const end = number() + at;
    if (section === MEMORY_SECTION) {
      expect(number(), 'one memory').toBe(1);
      expect(number(), 'with a maximum').toBe(1);
      number();
      return number();
    }
    at = end;
  }
  return null;
}

it('the software decoder may have 256 MiB of memory and no more', () => {
  const module = readFileSync(resolve('../wasm-core/pkg/soft/soft_bg.wasm'));
  expect(mostPages(module)).toBe((256 * MIB) / PAGE_BYTES);
});
