// Estimated duration of an operation on phones.
import { kindExpectedFor, kindExpectedMs } from '@/core/rules';
import type { Phone } from '../api';

/** Duration for all phones, in milliseconds: by what the operation lately took on each phone's provider, else by what its kind usually takes. */
export const expectedMsOf = (phones: readonly Phone[], kind: string): number => {
  const usual = kindExpectedMs(kind) ?? 0;
  const each = phones.map(({ estimates }) => estimates.find(({ action }) => action === kind)?.expectedMs ?? usual);
  const slowest = each.length === 0 ? usual : Math.max(...each);
  return kindExpectedFor(kind, each.length, slowest) ?? 0;
};
