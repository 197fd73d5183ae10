import { describe, expect, it, vi } from 'vitest';
import { broadcastBy } from './broadcast';

const MASTER = 7;
const HOME = 3;

function ways(controlled = true) {
  const master = { key: vi.fn(), text: vi.fn() };
  const group = { key: vi.fn(), text: vi.fn(), textTo: vi.fn() };
  const alone = controlled ? master : null;
  return { master, group, told: broadcastBy({ alone, master: MASTER, group, following: [2, 5] }) };
}

describe('what is told to all', () => {
  it('counts the master first, while it takes something, and those that follow', () => {
    expect(ways().told.receivers).toEqual([MASTER, 2, 5]);
    expect(ways(false).told.receivers).toEqual([2, 5]);
    expect(broadcastBy({ alone: null, master: MASTER, group: null, following: [] }).receivers).toEqual([]);
  });

  it('presses and lets go a key on each', () => {
    const { master, group, told } = ways();
    told.press(HOME);
    for (const each of [master, group]) {
      expect(each.key.mock.calls).toEqual([
        [0, HOME, 0, 0],
        [1, HOME, 0, 0],
      ]);
    }
  });

  it('writes the same text, or a line each, and says to how many', () => {
    const { master, group, told } = ways();
    expect(told.write('你好')).toBe(3);
    expect([master.text.mock.calls, group.text.mock.calls]).toEqual([[['你好']], [['你好']]]);
    expect(told.writeLines('a\nb\nc\nd')).toBe(3);
    expect(master.text.mock.calls.at(-1)).toEqual(['a']);
    expect(group.textTo.mock.calls).toEqual([
      [2, 'b'],
      [5, 'c'],
    ]);
    expect(group.text, 'no line goes to all').toHaveBeenCalledOnce();
  });

  it('begins with the first that follows where the master takes nothing', () => {
    const { master, group, told } = ways(false);
    expect(told.writeLines('a\nb')).toBe(2);
    expect(group.textTo.mock.calls).toEqual([
      [2, 'a'],
      [5, 'b'],
    ]);
    expect(master.text).not.toHaveBeenCalled();
  });
});
