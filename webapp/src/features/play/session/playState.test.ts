import { describe, expect, it } from 'vitest';
import type { PlayEvent } from '@/core/stream';
import { afterEvent, HISTORY, opening, type PlayState, type Stats } from './playState';

const NOW = 1_700_000_000_000;
const sessionAfter = (...events: PlayEvent[]): PlayState =>
  events.reduce((state, event) => afterEvent(state, event, NOW), opening);
const stats = (delayMs: number): Stats => ({
  type: 'stats',
  delayMs,
  rttMs: 1,
  fps: 30,
  kbps: 4000,
  dropped: 0,
  decoder: 'hardware',
  width: 720,
  height: 1280,
});

describe('a play session', () => {
  it('opens by stages and is live with its first picture', () => {
    expect(sessionAfter({ type: 'stage', stage: 1 })).toMatchObject({ phase: 'opening', stage: 1 });
    const live = sessionAfter(
      { type: 'hello', control: true, level: 3 },
      { type: 'size', width: 720, height: 1280 },
      { type: 'firstFrame' },
    );
    expect(live).toMatchObject({ phase: 'live', control: true, level: 3, size: { width: 720, height: 1280 } });
  });

  it('keeps the figures of the last half minute only', () => {
    const state = sessionAfter(...Array.from({ length: HISTORY + 1 }, (_, i) => stats(i)));
    expect(state.stats.map((s) => s.delayMs)).toEqual(Array.from({ length: HISTORY }, (_, i) => i + 1));
  });

  it('counts an idle warning down from its arrival, and takes it back', () => {
    expect(sessionAfter({ type: 'idleWarning', seconds: 48 }).idleEndsAt).toBe(NOW + 48_000);
    expect(
      sessionAfter({ type: 'idleWarning', seconds: 48 }, { type: 'idleWarning', seconds: 0 }).idleEndsAt,
    ).toBeNull();
  });

  it('reconnects and resumes', () => {
    const cut = sessionAfter({ type: 'firstFrame' }, { type: 'reconnecting', attempt: 2 });
    expect(cut).toMatchObject({ phase: 'reconnecting', attempt: 2 });
    expect(afterEvent(cut, { type: 'resumed' }, NOW)).toMatchObject({ phase: 'live', attempt: 0 });
  });

  it('says that the phone falls behind, and no more once it is another connection', () => {
    const slow = sessionAfter({ type: 'firstFrame' }, { type: 'pace', pace: 1 });
    expect(slow.inputPace).toBe(1);
    expect(afterEvent(slow, { type: 'pace', pace: 0 }, NOW).inputPace).toBe(0);
    expect(afterEvent(slow, { type: 'reconnecting', attempt: 1 }, NOW).inputPace).toBe(0);
    expect(afterEvent(slow, { type: 'ended', reason: 5, detail: 30 }, NOW).inputPace).toBe(0);
  });

  it('goes on without control where the phone takes none, until it is opened anew', () => {
    const live = sessionAfter({ type: 'hello', control: true, level: 3 }, { type: 'firstFrame' });
    const barred = afterEvent(live, { type: 'viewOnly', cause: 5 }, NOW);
    expect(barred).toMatchObject({ phase: 'live', control: false, clipboardShared: null, inputFault: 5 });
    const again = afterEvent(barred, { type: 'hello', control: true, level: 3 }, NOW);
    expect(again).toMatchObject({ control: true, inputFault: null });
  });

  it('is without control while another way of input is tried, and has it back when it is there', () => {
    const live = sessionAfter({ type: 'hello', control: true, level: 3 }, { type: 'firstFrame' });
    const switching = afterEvent(live, { type: 'inputWay', way: 1 }, NOW);
    expect(switching).toMatchObject({ phase: 'live', control: false, inputMethod: 1, inputFault: null });
    const switched = afterEvent(switching, { type: 'inputWay', way: 2 }, NOW);
    expect(switched).toMatchObject({ control: true, inputMethod: 2 });
    expect(afterEvent(switched, { type: 'viewOnly', cause: 7 }, NOW)).toMatchObject({
      control: false,
      inputMethod: 0,
      inputFault: 7,
    });
    expect(afterEvent(switched, { type: 'hello', control: true, level: 3 }, NOW).inputMethod).toBe(0);
  });

  it('knows who is there, who asks and what it asked, until control or the connection is gone', () => {
    const person = { relation: 2, me: false, controls: false, mayControl: true, name: '139****0000' } as const;
    const asked = { type: 'controlAsked', relation: 2, name: '139****0000' } as const;
    const live = sessionAfter(
      { type: 'hello', control: true, level: 3 },
      { type: 'people', people: [{ id: 4, ...person }], others: 2 },
      { ...asked, from: 4, seconds: 20 },
      { ...asked, from: 5, seconds: 20 },
      { ...asked, from: 4, seconds: 0 },
    );
    expect(live).toMatchObject({ people: [{ id: 4 }], others: 2 });
    expect(live.controlRequests).toEqual([{ from: 5, relation: 2, name: '139****0000', endsAt: NOW + 20_000 }]);
    expect(afterEvent(live, { type: 'hello', control: false, level: 3 }, NOW)).toMatchObject({ controlRequests: [] });
    for (const event of [
      { type: 'reconnecting', attempt: 1 },
      { type: 'ended', reason: 4, detail: 0 },
    ] as const) {
      expect(afterEvent(live, event, NOW)).toMatchObject({
        people: [],
        others: 0,
        controlRequests: [],
        askedUntil: null,
      });
    }
    const asking = sessionAfter(
      { type: 'hello', control: false, level: 2 },
      { type: 'controlAnswered', state: 0, seconds: 20 },
    );
    expect(asking.askedUntil).toBe(NOW + 20_000);
    expect(afterEvent(asking, { type: 'controlAnswered', state: 1, seconds: 10 }, NOW).askedUntil).toBeNull();
    expect(afterEvent(asking, { type: 'hello', control: true, level: 2 }, NOW).askedUntil).toBeNull();
  });

  it('that was refused may be tried again, except in a browser too old for pictures', () => {
    const refused = { type: 'refused', code: 0, msg: '浏览器版本过旧' } as const;
    expect(sessionAfter({ ...refused, reason: 'tooOld' }).over).toMatchObject({ kind: 'refused', unrecoverable: true });
    expect(sessionAfter({ ...refused, reason: 'notLoaded' }).over).toMatchObject({ unrecoverable: false });
  });

  it('is over for good, without control', () => {
    const ended = sessionAfter({ type: 'hello', control: true, level: 3 }, { type: 'ended', reason: 5, detail: 30 });
    expect(ended).toMatchObject({ phase: 'over', control: false, over: { kind: 'ended', reason: 5, detail: 30 } });
    expect(afterEvent(ended, { type: 'firstFrame' }, NOW)).toBe(ended);
  });
});
