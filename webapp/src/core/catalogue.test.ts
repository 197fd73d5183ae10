// The error catalogue (specification, section 8) against what the pages say and do: one table, in the rules.
import { describe, expect, it, vi } from 'vitest';
import { Code, readEnvelope } from './http';
import { notifyFault, onFault } from './notify';
import { httpText, messageNames, messageText, reactionTo } from './rules';

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<{ default: Tree }>('../i18n/*/{core,entry,shell,operations}.json', { eager: true });
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

/** Where a page says what no answer brings. */
const said: Record<string, string> = {
  registrationFailed: 'register.failed',
  loggedInElsewhere: 'session.push.elsewhere',
  loginExpired: 'session.expiredTitle',
  noGroups: 'groups.createFirst',
  copyFailed: 'common.copyFailed',
  noFullscreen: 'shell.noFullscreen',
  routesFailed: 'fault.routes',
  checkNetwork: 'session.troubled',
};
/** Said with more than the catalogue asks for: what was copied, how many tags or authorizations were taken off, why each phone cannot. */
const saidWithMore = ['copied', 'unbound', 'someCannot', 'recovered'];
/** Answered by the server or by the end of a picture: the rules' own words, handed on. */
const handedOn = [
  ...['dailyCodes', 'readAgreements', 'enterCode', 'passwordsDiffer', 'numberDisabled', 'mailPassword'],
  ...[
    'deviceOccupied',
    'joinFailed',
    'inactive',
    'connectFailed',
    'streamLeft',
    'deviceAbnormal',
    'notRetrieved',
    'phoneStatus',
    'noQrCode',
  ],
];
/** Said by pages to come: uploads. */
const toCome = ['fileExists', 'uploadRunning'];

describe('the messages', () => {
  it('are all said somewhere, or by a page to come', () => {
    expect([...Object.keys(said), ...saidWithMore, ...handedOn, ...toCome].sort()).toEqual(messageNames().sort());
  });

  it.each(languages)('are in %s what the pages say', (language) => {
    const pages = Object.fromEntries(Object.entries(said).map(([name, key]) => [name, words(language, key)]));
    const rules = Object.fromEntries(Object.keys(said).map((name) => [name, messageText(name, 0, language)]));
    expect(pages).toEqual(rules);
  });

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
  it.each([0, 200, 401, 500, 1011000022, 4100100102, 403, 404, 400, 1002014004, 1011101001, -1])('%d', (code) => {
    const { error } = readEnvelope(200, 'r', { code, msg: 'm', data: 1 });
    const show = vi.fn();
    const stop = onFault(show);
    if (error) notifyFault(error);
    stop();
    const reaction = reactionTo(code);
    expect(error === undefined).toBe(reaction === 'take');
    expect(show).toHaveBeenCalledTimes(['error', 'notify'].includes(reaction) ? 1 : 0);
    expect(code === Code.signedOut).toBe(reaction === 'refresh');
    expect(code === Code.memberDisabled).toBe(reaction === 'hand');
  });
});
