import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCode } from '@/contract/constants';
import type { FromWorker, ToWorker } from '@/core/stream/types';
import { useGroup } from './useGroup';

let told: ToWorker[] = [];
let worker: FakeWorker | undefined;

/** Only notes what it is told. There is one for all decks of the page, so it outlives a test. */
class FakeWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    worker = this;
  }
  postMessage(message: ToWorker) {
    told.push(message);
  }
  terminate() {}
}

beforeEach(() => {
  told = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
});

/** The number of the deck that was opened last. */
function deck(): number {
  const opened = told.findLast(({ type }) => type === 'deck');
  if (opened?.type !== 'deck') throw new Error('no deck was opened');
  return opened.deck;
}
/** In words: what kind, and of which phones. */
const words = () =>
  told.map((each) => {
    if (each.type === 'deck') return `deck of ${each.options.master}`;
    if (each.type === 'phones') return `phones ${each.phoneIds.join()}`;
    return 'phoneId' in each ? `${each.type} ${each.phoneId}` : each.type;
  });
const emit = (event: Extract<FromWorker, { type: 'group' }>['event']) =>
  act(() => worker?.onmessage?.({ data: { type: 'group', deck: deck(), event } } as MessageEvent<FromWorker>));
const opened = () =>
  renderHook(({ master }) => useGroup([3, 1, 2], master), {
    initialProps: { master: 1 },
  });

describe('a group', () => {
  it('has all but its master follow, and whoever was let go stays so with another master', () => {
    const { result, rerender, unmount } = opened();
    expect(words()).toEqual(['deck of 1', 'phones 3,1,2', 'include 3', 'include 2']);
    act(() => result.current.follow([3], false));
    expect(words().at(-1)).toBe('exclude 3');
    expect([...result.current.excluded]).toEqual([3]);
    told = [];
    rerender({ master: 2 });
    expect(words()).toEqual(['stopDeck', 'deck of 2', 'phones 3,1,2', 'include 1']);
    act(() => result.current.follow([3, 1], true));
    expect(words().slice(-2)).toEqual(['include 3', 'include 1']);
    expect(result.current.excluded.size).toBe(0);
    told = [];
    unmount();
    expect(words(), 'leaving lets all of them go').toEqual(['stopDeck']);
  });

  it('follows what is said of it, and opens again when it is over', () => {
    const { result } = opened();
    const follower = { phoneId: 2, state: 'follows', detail: 0, lagMs: 42, leftOut: false, landscape: false } as const;
    emit({ type: 'followers', changed: [follower] });
    expect(result.current.state.followers.get(2)).toEqual(follower);
    emit({ type: 'idleWarning', seconds: 60 });
    expect(result.current.state.idleEndsAt).toBeGreaterThan(Date.now());
    emit({ type: 'ended', reason: 'idle', detail: 30 });
    expect(result.current.state).toEqual({
      followers: new Map(),
      idleEndsAt: null,
      over: { kind: 'ended', reason: 'idle', detail: 30 },
    });
    told = [];
    act(() => result.current.reopen());
    expect(words()).toEqual(['stopDeck', 'deck of 1', 'phones 3,1,2', 'include 3', 'include 2']);
    expect(result.current.state.over).toBeNull();
    emit({ type: 'refused', code: AnswerCode.PHONE_ABSENT, msg: '云手机不存在' });
    expect(result.current.state.over).toEqual({
      kind: 'refused',
      code: AnswerCode.PHONE_ABSENT,
      message: '云手机不存在',
    });
  });
});
