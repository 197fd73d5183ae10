// How long an operation on phones is expected to take.
import { kindExpectedMs } from '@/core/rules';
import type { Phone } from './api';

/** The longest of the phones', in milliseconds: as it lately took where each runs, else as its kind usually does. */
export const expectedMsOf = (phones: readonly Phone[], kind: string): number => {
  const usual = kindExpectedMs(kind) ?? 0;
  const each = phones.map(({ estimates }) => estimates.find(({ action }) => action === kind)?.expectedMs ?? usual);
  return each.length === 0 ? usual : Math.max(...each);
};
