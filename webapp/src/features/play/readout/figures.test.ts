import { describe, expect, it } from 'vitest';
import type { Stats } from '../session/playState';
import { figures, isStill } from './figures';

const usual: Stats = {
  type: 'stats',
  delayMs: 40,
  rttMs: 1,
  fps: 60,
  kbps: 4200,
  width: 720,
  height: 1280,
  decoder: 'hardware',
  dropped: 0,
};
const toneOf = (key: string, change: Partial<Stats>) =>
  figures.find((figure) => figure.key === key)?.tone({ ...usual, ...change });

describe('the figures of a session', () => {
  it.each([
    [120, undefined],
    [121, 'warn'],
    [250, 'warn'],
    [251, 'err'],
  ])('a delay of %i ms', (delayMs, tone) => {
    expect(toneOf('delay', { delayMs })).toBe(tone);
  });

  it('no delay is known of a screen that stands still from the first', () => {
    const [delay] = figures;
    expect([0, 0.4, 31.6].map((delayMs) => delay?.value({ ...usual, delayMs }))).toEqual(['–', '0', '32']);
  });

  it('screenshots are late by their nature', () => {
    expect(toneOf('delay', { delayMs: 900, decoder: 'stills' })).toBeUndefined();
  });

  it.each([
    [40, undefined],
    [39, 'warn'],
    [20, 'warn'],
    [19, 'err'],
  ])('%i frames of sixty', (fps, tone) => {
    expect(toneOf('frames', { fps, dropped: 60 - fps })).toBe(tone);
  });

  it('few frames of a still screen are no fault', () => {
    expect(toneOf('frames', { fps: 2, dropped: 0 })).toBeUndefined();
  });

  it.each([
    [0, '0', undefined],
    [7, '7', undefined],
    [30, '30', 'warn'],
    [45, '45', 'err'],
  ])('%i drops of sixty frames', (dropped, said, tone) => {
    const change = { dropped, fps: 60 - dropped };
    expect(figures.find(({ key }) => key === 'drops')?.value({ ...usual, ...change })).toBe(said);
    expect(toneOf('drops', change)).toBe(tone);
  });

  it('of a second without drops show none, however few its frames', () => {
    expect(toneOf('drops', { fps: 10, dropped: 0 })).toBeUndefined();
    expect(toneOf('drops', { fps: 2, dropped: 3 })).toBeUndefined();
  });

  it('say nothing of a picture that stands still; screenshots never stand still', () => {
    expect([0, 0.4, 1].map((fps) => isStill({ ...usual, fps }))).toEqual([true, true, false]);
    expect(isStill({ ...usual, fps: 0, dropped: 3 })).toBe(false);
    expect(isStill({ ...usual, fps: 0, decoder: 'stills' })).toBe(false);
  });

  it('are read in megabits', () => {
    expect(figures.find(({ key }) => key === 'bitrate')?.value(usual)).toBe('4.2');
  });
});
