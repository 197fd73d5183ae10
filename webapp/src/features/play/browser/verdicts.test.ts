import { describe, expect, it } from 'vitest';
import type { Facts, PictureFacts } from '@/core/browser';
import { insecure, picture, whole } from './facts.test-kit';
import { groupsOf, type Line, summaryOf } from './verdicts';

const linesOf = (facts: Facts) => groupsOf(facts).flatMap(({ lines }) => lines);
const lineOf = (facts: Facts, key: Line['key']) => linesOf(facts).find((line) => line.key === key);
const kindOf = (facts: Facts) => summaryOf(groupsOf(facts)).kind;
const withPicture = (change: Partial<PictureFacts>): Facts => ({ ...whole, picture: { ...picture, ...change } });
const limitedOf = (facts: Facts) =>
  linesOf(facts)
    .filter(({ tone }) => tone === 'less')
    .map(({ key }) => key);

describe('the whole', () => {
  it('of a browser in which everything works', () => {
    expect(summaryOf(groupsOf(whole))).toEqual({ kind: 'all' });
    expect(new Set(linesOf(whole).map(({ tone }) => tone))).toEqual(new Set(['good']));
  });

  it('has each line once', () => {
    const keys = linesOf(whole).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(linesOf({ ...whole, picture: null }).map(({ key }) => key)).toEqual(keys);
  });

  it('of a page over plain http is limited, and what is to be done is https', () => {
    const summary = summaryOf(groupsOf(insecure));
    expect(summary).toMatchObject({ kind: 'but', insecure: true });
    expect(limitedOf(insecure)).toEqual([
      'secure',
      'decoder',
      'opus',
      'worklet',
      'copy',
      'paste',
      'copyPicture',
      'notify',
    ]);
    for (const line of linesOf(insecure)) if (line.tone === 'less') expect(line.todo, line.key).toBe('https');
  });

  it('of another limited browser says which things those are', () => {
    const summary = summaryOf(groupsOf({ ...whole, fullscreen: false, paste: 'blocked' }));
    expect(summary).toMatchObject({ kind: 'but', insecure: false, limited: [{ key: 'paste' }, { key: 'fullscreen' }] });
  });

  it.each<[string, Facts, Line['key']]>([
    ['the server is not reached', { ...whole, callMs: null, socketMs: 'unasked' }, 'call'],
    ['no socket opens', { ...whole, socketMs: null }, 'socket'],
    ['no worker starts', { ...whole, picture: null }, 'worker'],
    ['nothing can be drawn', withPicture({ draws: false }), 'canvas'],
    ['nothing decodes', withPicture({ decoder: false, baseline: 'none', high: 'none', softMs: null }), 'decoder'],
    [
      'the browser’s decoder takes no phone’s stream',
      withPicture({ baseline: 'none', high: 'none', softMs: null }),
      'baseline',
    ],
  ])('is no picture where %s', (_, facts, key) => {
    expect(summaryOf(groupsOf(facts))).toMatchObject({ kind: 'none', cause: { key, tone: 'bad' } });
  });

  it('names the first cause, and not what follows from others', () => {
    const facts: Facts = { ...insecure, picture: null, callMs: null };
    expect(summaryOf(groupsOf(facts))).toMatchObject({ kind: 'none', cause: { key: 'call', todo: 'network' } });
  });
});

describe('decoding', () => {
  it('by the browser’s own program loses nothing, and may be mended', () => {
    const facts = withPicture({ baseline: 'software', high: 'software' });
    expect(lineOf(facts, 'baseline')).toMatchObject({ tone: 'note', state: 'software', todo: 'acceleration' });
    expect(kindOf(facts)).toBe('all');
  });

  it('by the software decoder where the browser’s own takes no phone’s stream is limited as well', () => {
    const facts = withPicture({ baseline: 'none', high: 'none' });
    expect(lineOf(facts, 'decoder')).toMatchObject({ tone: 'less', so: 'decoderSoft', todo: 'another' });
    expect(lineOf(facts, 'baseline')).toMatchObject({ tone: 'note', state: 'bySoft' });
    expect(lineOf(facts, 'soft')).toMatchObject({ tone: 'good', so: 'softUsed' });
    expect(limitedOf(facts)).toEqual(['decoder']);
  });

  it('by the software decoder is limited, and both streams are its affair', () => {
    const facts = withPicture({ decoder: false, baseline: 'none', high: 'none' });
    expect(lineOf(facts, 'decoder')).toMatchObject({ tone: 'less', so: 'decoderSoft', todo: 'update' });
    expect(lineOf(facts, 'baseline')).toMatchObject({ tone: 'note', state: 'bySoft' });
    expect(lineOf(facts, 'high')).toMatchObject({ tone: 'note', state: 'bySoft' });
    expect(lineOf(facts, 'soft')).toMatchObject({ tone: 'good', so: 'softUsed', ms: 31.4 });
    expect(limitedOf(facts)).toEqual(['decoder']);
  });

  it('without the second profile is limited', () => {
    const facts = withPicture({ high: 'none' });
    expect(lineOf(facts, 'high')).toMatchObject({ tone: 'less', todo: 'another' });
    expect(limitedOf(facts)).toEqual(['high']);
  });

  it('a software decoder that nobody needs may be missing', () => {
    const facts = withPicture({ softMs: null });
    expect(lineOf(facts, 'soft')).toMatchObject({ tone: 'note', so: 'softUnneeded' });
    expect(kindOf(facts)).toBe('all');
  });

  it('is unknown where no worker started', () => {
    for (const key of ['canvas', 'decoder', 'baseline', 'high', 'soft', 'opus'] as const) {
      expect(lineOf({ ...whole, picture: null }, key)).toMatchObject({ tone: 'note', state: 'unknown' });
    }
  });
});

it.each([
  [250, 'good'],
  [251, 'less'],
] as const)('a way of %i ms is %s', (callMs, tone) => {
  expect(lineOf({ ...whole, callMs }, 'call')).toMatchObject({ tone, state: 'ms', ms: callMs });
});

it('a socket that could not be asked for is no fault', () => {
  const facts: Facts = { ...whole, socketMs: 'unasked' };
  expect(lineOf(facts, 'socket')).toMatchObject({ tone: 'note', state: 'later' });
  expect(kindOf(facts)).toBe('all');
});

it.each<[Facts['copy'], Partial<Line>]>([
  ['yes', { tone: 'good', state: 'yes' }],
  ['asks', { tone: 'good', state: 'asks' }],
  ['blocked', { tone: 'less', state: 'blocked', todo: 'allow' }],
  ['none', { tone: 'less', state: 'no', todo: 'update' }],
])('a clipboard: %s', (how, line) => {
  expect(lineOf({ ...whole, copy: how }, 'copy')).toMatchObject(line);
  expect(lineOf({ ...whole, paste: how }, 'paste')).toMatchObject(line);
});

it.each<[Facts['notify'], Partial<Line>]>([
  ['yes', { tone: 'good' }],
  ['asks', { tone: 'note', so: 'notifyAsks' }],
  ['blocked', { tone: 'less', todo: 'allow' }],
  ['none', { tone: 'less', todo: 'update' }],
])('notifications: %s', (notify, line) => {
  expect(lineOf({ ...whole, notify }, 'notify')).toMatchObject(line);
});

it.each([
  [true, 'onlyAac'],
  [false, 'noOpus'],
])('without opus, AAC %j', (aac, so) => {
  expect(lineOf({ ...whole, picture: { ...picture, opus: false, aac } }, 'opus')).toMatchObject({ tone: 'less', so });
});

it.each<[Partial<Facts>, Line['key']]>([
  [{ cookies: false }, 'cookies'],
  [{ sound: false }, 'sound'],
  [{ worklet: false }, 'worklet'],
  [{ copyPicture: false }, 'copyPicture'],
  [{ fullscreen: false }, 'fullscreen'],
  [{ floats: false }, 'floats'],
])('without %j one line is limited', (change, key) => {
  expect(limitedOf({ ...whole, ...change })).toEqual([key]);
});
