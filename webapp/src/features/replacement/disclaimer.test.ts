import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { TransferLimits } from '@/contract/constants';
import en from '@/i18n/en-US/operations.json';
import zh from '@/i18n/zh-CN/operations.json';
import { TERMS } from './Disclaimer';

/** The texts of each version, in both languages: a receipt names a version, so a version never says anything else. */
const TEXTS: Record<number, string> = {
  1: '1e2833f8580104766571e418cbbcd5d4ddd06f78c3db5679af0948ee17477cd6',
};

it('another text of the disclaimer is another version', () => {
  const text = [zh, en].flatMap(({ replace }) => TERMS.map((term) => replace[term])).join('\n');
  const digest = createHash('sha256').update(text).digest('hex');
  expect(TEXTS[TransferLimits.disclaimerVersion]).toBe(digest);
});
