import { describe, expect, it } from 'vitest';
import { constants } from '@/core/rules';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { countFault, masterOf, readGroupAddress } from './groupAddress';

const read = (query: string) => readGroupAddress(new URLSearchParams(query));

describe('the address of a group', () => {
  it('names its phones in their order, each once, and the master', () => {
    expect(read('ids=3,1,3,2&master=1')).toEqual({ ids: [3, 1, 2], master: 1 });
  });

  it('may hold nonsense', () => {
    expect(read('')).toEqual({ ids: [], master: null });
    expect(read('ids=,x,-1,0,1.5,99999999999999999,9007199254740993,7&master=x')).toEqual({ ids: [7], master: null });
  });

  it('names as many as a group takes', () => {
    const { groupMin, groupMax } = constants();
    expect([groupMin, groupMax]).toEqual([2, 300]);
    expect([0, 1, 2, 300, 301].map(countFault)).toEqual(['none', 'few', null, null, 'many']);
  });

  it('without a master of its own has the first phone that can be played', () => {
    const off = samplePhone({ phoneId: 1, businessStatus: 0, power: 'off' });
    const seen = samplePhone({ phoneId: 2, level: 'view', accreditType: 1 });
    const well = samplePhone({ phoneId: 3 });
    const of = (wanted: number | null, ...phones: (typeof well)[]) => masterOf(phones, wanted)?.phoneId;
    expect(of(1, off, seen, well)).toBe(1);
    expect([of(null, off, seen, well), of(9, off, seen, well)]).toEqual([3, 3]);
    expect(of(null, off, seen)).toBe(1);
    expect(of(null)).toBeUndefined();
  });
});
