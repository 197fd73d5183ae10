import { describe, expect, it, vi } from 'vitest';
import type { PlayHandle } from '@/core/stream';
import { fanOut, type GroupInputs, STAY_EVERY_MS } from './fanOut';

const [DOWN, UP, MOVE, CANCEL] = [0, 1, 2, 3] as const;
const BACK = 4;

function fan(sync = true) {
  const inputs = () => ({
    touch: vi.fn(),
    scroll: vi.fn(),
    key: vi.fn(),
    text: vi.fn(),
    paste: vi.fn(),
    rotate: vi.fn(),
    stay: vi.fn(),
  });
  const master = { ...inputs(), shoot: vi.fn() };
  const group = inputs();
  const opened: { current: GroupInputs | null } = { current: group };
  const how = { sync, landscape: false };
  const clock = { now: 1_000 };
  const { handle, letGo } = fanOut(master as unknown as PlayHandle, opened, how, () => clock.now);
  return { master, group, opened, how, clock, handle, letGo };
}

describe('in sync', () => {
  it('what is done to the master goes to the group, with the way its picture lies', () => {
    const { master, group, how, handle } = fan();
    handle.touch(DOWN, 0, 10, 20, 65_535);
    how.landscape = true;
    handle.touch(UP, 0, 11, 21, 0);
    handle.scroll(1, 2, 0, -1);
    handle.key(0, BACK, 0, 0);
    handle.key(1, BACK, 0, 0);
    handle.text('你好');
    handle.paste('owl');
    handle.rotate();
    expect(master.touch.mock.calls).toEqual([
      [DOWN, 0, 10, 20, 65_535],
      [UP, 0, 11, 21, 0],
    ]);
    expect(group.touch.mock.calls).toEqual([
      [DOWN, 0, 10, 20, 65_535, false],
      [UP, 0, 11, 21, 0, true],
    ]);
    expect(group.scroll.mock.calls).toEqual([[1, 2, 0, -1, true]]);
    for (const each of [master, group]) {
      expect(each.key.mock.calls).toEqual([
        [0, BACK, 0, 0],
        [1, BACK, 0, 0],
      ]);
      expect([each.text, each.paste].map((told) => told.mock.calls)).toEqual([[['你好']], [['owl']]]);
      expect(each.rotate).toHaveBeenCalledOnce();
    }
    expect(master.scroll.mock.calls).toEqual([[1, 2, 0, -1]]);
    expect(group.stay, 'what is told says that somebody is here').not.toHaveBeenCalled();
  });

  it('what is no input is the master’s own', () => {
    const { master, handle } = fan();
    handle.shoot();
    expect(master.shoot).toHaveBeenCalledOnce();
  });

  it('without a group the master alone is used', () => {
    const { master, group, opened, handle, letGo } = fan();
    opened.current = null;
    handle.touch(DOWN, 0, 1, 1, 1);
    handle.text('a');
    handle.stay();
    letGo();
    expect([master.touch, master.text, master.stay].map((told) => told.mock.calls.length)).toEqual([1, 1, 1]);
    for (const told of Object.values(group)) expect(told).not.toHaveBeenCalled();
  });
});

describe('when sync ends in the middle of something', () => {
  it('fingers that are down are lifted where they were last, and nothing more of them is told', () => {
    const { master, group, how, handle, letGo } = fan();
    handle.touch(DOWN, 0, 10, 20, 65_535);
    handle.touch(MOVE, 0, 30, 40, 65_535);
    handle.touch(DOWN, 1, 5, 5, 65_535);
    handle.touch(UP, 1, 5, 5, 0);
    letGo();
    how.sync = false;
    handle.touch(MOVE, 0, 50, 60, 65_535);
    handle.touch(UP, 0, 50, 60, 0);
    expect(group.touch.mock.calls.slice(4)).toEqual([[CANCEL, 0, 30, 40, 0, false]]);
    expect(master.touch).toHaveBeenCalledTimes(6);
    letGo();
    expect(group.touch, 'once').toHaveBeenCalledTimes(5);
  });

  it('keys that are down are let go', () => {
    const { group, how, handle, letGo } = fan();
    handle.key(0, BACK, 0, 0);
    letGo();
    how.sync = false;
    handle.key(1, BACK, 0, 0);
    expect(group.key.mock.calls).toEqual([
      [0, BACK, 0, 0],
      [1, BACK, 0, 0],
    ]);
  });

  it('a gesture or a key that began without the group never reaches it', () => {
    const { group, how, handle } = fan(false);
    handle.touch(DOWN, 0, 10, 20, 65_535);
    handle.key(0, BACK, 0, 0);
    how.sync = true;
    handle.touch(MOVE, 0, 30, 40, 65_535);
    handle.touch(UP, 0, 30, 40, 0);
    handle.key(0, BACK, 1, 0);
    handle.key(1, BACK, 0, 0);
    expect(group.touch).not.toHaveBeenCalled();
    expect(group.key).not.toHaveBeenCalled();
    handle.touch(DOWN, 0, 1, 2, 65_535);
    expect(group.touch.mock.calls).toEqual([[DOWN, 0, 1, 2, 65_535, false]]);
  });
});

describe('out of sync', () => {
  it('the group is told nothing but, now and then, that somebody is here', () => {
    const { master, group, clock, handle } = fan(false);
    handle.text('a');
    handle.text('b');
    clock.now += STAY_EVERY_MS - 1;
    handle.rotate();
    expect(group.stay).toHaveBeenCalledTimes(1);
    clock.now += 1;
    handle.scroll(1, 1, 0, 1);
    expect(group.stay).toHaveBeenCalledTimes(2);
    expect([group.text, group.rotate, group.scroll].map((told) => told.mock.calls.length)).toEqual([0, 0, 0]);
    expect([master.text, master.rotate, master.scroll].map((told) => told.mock.calls.length)).toEqual([2, 1, 1]);
  });

  it('who stays, stays in both', () => {
    const { master, group, handle } = fan(false);
    handle.stay();
    expect([master.stay, group.stay].map((told) => told.mock.calls.length)).toEqual([1, 1]);
    handle.text('a');
    expect(group.stay, 'that was enough for a while').toHaveBeenCalledOnce();
  });
});
