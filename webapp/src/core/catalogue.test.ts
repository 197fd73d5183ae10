// The error catalogue (specification, section 8) against what the pages say and do: one table, in the rules.
import { describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import { Code, readEnvelope } from './http';
import { notifyFault, onFault } from './notify';
import { httpText, reactionTo } from './rules';

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<{ default: Tree }>('../i18n/*/core.json', { eager: true });
const languages = ['zh-CN', 'en-US'] as const;

function words(language: string, key: string): string | undefined {
  for (const [file, { default: tree }] of Object.entries(files)) {
    if (!file.includes(`/${language}/`)) continue;
    const found = key
      .split('.')
      .reduce<Tree | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

describe('the messages', () => {
  it.each(languages)('of an HTTP status are in %s those of the rules', (language) => {
    for (const [status, key] of [
      [401, 'fault.code401'],
      [403, 'fault.code403'],
      [404, 'fault.code404'],
      [502, 'fault.unknown'],
    ] as const) {
      expect(words(language, key)).toBe(httpText(status, language));
    }
  });
});

describe('the reaction to a code', () => {
  it.each([
    0,
    200,
    401,
    500,
    AnswerCode.STATE_FORBIDS,
    AnswerCode.DISABLED,
    403,
    404,
    400,
    AnswerCode.CODE_DAILY,
    AnswerCode.PHONE_ABSENT,
    -1,
  ])('%d', (code) => {
    const { error } = readEnvelope(200, 'r', { code, msg: 'm', data: 1 });
    const show = vi.fn();
    const stop = onFault(show);
    if (error) notifyFault(error);
    stop();
    const reaction = reactionTo(code);
    expect(error === undefined).toBe(reaction === 'take');
    expect(show).toHaveBeenCalledTimes(['error', 'notify'].includes(reaction) ? 1 : 0);
    expect(code === Code.signedOut).toBe(reaction === 'refresh');
    expect(code === Code.memberDisabled).toBe(reaction === 'handOver');
  });
});
