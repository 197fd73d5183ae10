import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { statusView } from '@/core/rules';
import { locale } from '@/core/storage';
import type { Follower, FollowingState } from '@/core/stream';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { allParts, loadWords, startLanguage } from '@/i18n';
import { countsOf, fellOut, kindOf, lagTicks, lookOf, type Standing, standingOf, stateWords } from './following';

const follower = (more: Partial<Follower> = {}): Follower => ({
  phoneId: 7,
  state: 'follows',
  detail: 0,
  lagMs: 0,
  leftOut: false,
  landscape: false,
  ...more,
});
const standing = (state: FollowingState, more: Partial<Standing> = {}): Standing => ({
  state,
  detail: 0,
  lagMs: 0,
  leftOut: false,
  turned: false,
  ...more,
});
const STATES: FollowingState[] = [
  'excluded',
  'joining',
  'follows',
  'occupied',
  'elsewhere',
  'offline',
  'untouchable',
  'off',
  'expired',
  'right',
  'status',
];

describe('a phone of a group', () => {
  it('is shown as the member wants it at once, and as the server says it then', () => {
    expect(standingOf(undefined, true, false).state).toBe('joining');
    expect(standingOf(follower({ state: 'excluded' }), true, false).state).toBe('joining');
    expect(standingOf(follower({ lagMs: 42 }), true, false)).toEqual(standing('follows', { lagMs: 42 }));
    expect(standingOf(follower({ state: 'status', detail: 4 }), true, false)).toEqual(
      standing('status', { detail: 4 }),
    );
    expect(standingOf(follower({ lagMs: 42 }), false, false)).toEqual(standing('excluded'));
  });

  it('is turned where its picture lies otherwise than the master’s, while it follows and both are known', () => {
    const turned = (landscape: boolean | null, master: boolean | null, state: FollowingState = 'follows') =>
      standingOf(follower({ landscape, state }), true, master).turned;
    expect([turned(true, false), turned(false, true)]).toEqual([true, true]);
    expect([turned(true, true), turned(null, true), turned(true, null), turned(true, false, 'joining')]).toEqual(
      Array(4).fill(false),
    );
  });

  it.each([
    [0, 'sync', 0],
    [1, 'sync', 1],
    [50, 'sync', 1],
    [51, 'sync', 2],
    [200, 'sync', 4],
    [201, 'lagging', 5],
    [500, 'lagging', 10],
    [60_000, 'lagging', 10],
  ])('with inputs %i ms late is %s, %i ticks', (lagMs, kind, ticks) => {
    expect([kindOf(standing('follows', { lagMs })), lagTicks(lagMs)]).toEqual([kind, ticks]);
  });

  it('lags when inputs were left out, however late the others are', () => {
    const late = standingOf(follower({ leftOut: true }), true, false);
    expect([kindOf(late), kindOf(standing('offline', { leftOut: true }))]).toEqual(['lagging', 'none']);
  });

  it('takes no input unless it follows, and lies as the master does', () => {
    const idle = STATES.filter((state) => state !== 'follows');
    expect(idle.map((state) => kindOf(standing(state)))).toEqual(idle.map(() => 'none'));
    expect(kindOf(standing('follows', { turned: true }))).toBe('none');
  });

  it('is counted once among all, and once among its kind', () => {
    const all = [standing('follows'), standing('follows', { lagMs: 300 }), standing('off'), standing('joining')];
    expect(countsOf(all)).toEqual({ all: 4, sync: 1, lagging: 1, none: 2 });
  });

  it('can be brought back where it fell out, or where what kept it is over', () => {
    const can = (state: FollowingState, more = {}) => fellOut(standing(state), samplePhone(more));
    const off = { businessStatus: 0, power: 'off' as const };
    expect(STATES.filter((state) => can(state, off))).toEqual(['occupied', 'elsewhere', 'offline']);
    expect(STATES.filter((state) => can(state))).toEqual(['occupied', 'elsewhere', 'offline', 'expired', 'right']);
  });

  it.each(['zh-CN', 'en-US'] as const)('says its state in words of its own, %s', async (lang) => {
    locale.set(lang);
    await startLanguage();
    await loadWords(allParts);
    const words = STATES.map((state) => stateWords(standing(state, { detail: 4 }), i18next.t));
    expect(new Set(words).size).toBe(STATES.length);
    for (const each of words) expect(each).not.toMatch(/^(group|status|facts)\./);
    expect(words.at(-1)).toBe(statusView(4, 'on').label);
  });

  it('looks awake only while it follows', () => {
    expect(STATES.filter((state) => lookOf(standing(state, { detail: 2 })) === 'open')).toEqual(['follows']);
    expect([lookOf(standing('off')), lookOf(standing('offline')), lookOf(standing('excluded'))]).toEqual([
      'shut',
      'crossed',
      'half',
    ]);
    expect(lookOf(standing('status', { detail: 3 })), 'a failed restart').toBe('crossed');
  });
});
