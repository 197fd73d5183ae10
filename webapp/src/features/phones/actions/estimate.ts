// How long an operation on phones is expected to take.
import { kindExpectedFor, kindExpectedMs } from '@/core/rules';
import type { Phone } from '../api';

/** The time for all of the phones, in milliseconds: each takes as long as it lately took where it runs, else as its kind usually does. */
export const expectedMsOf = (phones: readonly Phone[], kind: string): number => {
  const usual = kindExpectedMs(kind) ?? 0;
  const each = phones.map(({ estimates }) => estimates.find(({ action }) => action === kind)?.expectedMs ?? usual);
  const slowest = each.length === 0 ? usual : Math.max(...each);
  return kindExpectedFor(kind, each.length, slowest) ?? 0;
};
