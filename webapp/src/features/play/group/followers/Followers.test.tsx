import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { statusView } from '@/core/rules';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { playState } from '@/features/phones/view';
import { renderIn } from '@/test/render';
import { type GroupPlay, GroupProvider } from '../GroupContext';
import { sampleGroup, standingAt } from '../group.test-kit';
import { Followers } from './Followers';

const named = (phoneId: number, more = {}) => samplePhone({ phoneId, phoneAlias: `p${phoneId}`, ...more });
const OFF = { businessStatus: 0, power: 'off' as const };
const mixed: Parameters<typeof sampleGroup>[0] = [
  [named(2, { groupId: 5 }), standingAt('follows', { lagMs: 42 })],
  [named(3, { groupId: 5 }), standingAt('follows', { lagMs: 310 })],
  [named(4), standingAt('occupied')],
  [named(5, OFF), standingAt('off')],
  [named(6), standingAt('excluded')],
];
const follow = vi.fn();
const chooseMaster = vi.fn();

beforeEach(() => {
  follow.mockClear();
  chooseMaster.mockClear();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const show = (more: Partial<GroupPlay> = {}, followers = mixed) =>
  renderIn(
    <GroupProvider value={sampleGroup(followers, { follow, chooseMaster, ...more })}>
      <Followers />
    </GroupProvider>,
  );
/** Those that are let go are. */
function Excluding() {
  const [gone, setGone] = useState<readonly number[]>([]);
  const now = mixed.map(([phone, standing]): (typeof mixed)[number] =>
    gone.includes(phone.phoneId) ? [phone, standingAt('excluded')] : [phone, standing],
  );
  const play = sampleGroup(now, { follow: (ids) => setGone((old) => [...old, ...ids]) });
  return (
    <GroupProvider value={play}>
      <Followers />
    </GroupProvider>
  );
}
const cells = () => within(screen.getByRole('list', { name: '跟随的云手机' })).getAllByRole('listitem');
const names = () => cells().map((cell) => /p\d/.exec(cell.textContent ?? '')?.[0]);
const button = (name: string) => screen.getByRole('button', { name });

describe('the phones that follow', () => {
  it('are counted by how they do, and shown by that', async () => {
    await show();
    expect(names()).toEqual(['p2', 'p3', 'p4', 'p5', 'p6']);
    expect(button('全部 5')).toHaveAttribute('aria-pressed', 'true');
    for (const [filter, left] of [
      ['同步 1', ['p2']],
      ['滞后 1', ['p3']],
      ['不接收 3', ['p4', 'p5', 'p6']],
    ] as const) {
      await userEvent.click(button(filter));
      expect(names(), filter).toEqual(left);
    }
  });

  it('leave the focus beside them when the filter shows them no more', async () => {
    await renderIn(<Excluding />);
    await userEvent.click(button('同步 1'));
    await userEvent.click(button('p2，同步'));
    expect(screen.queryByRole('list'), 'it was the only one').toBeNull();
    expect(button('同步 0')).toHaveFocus();
    await userEvent.click(button('不接收 4'));
    button('p4，他人使用中').focus();
    await userEvent.click(button('全部排除'));
    // The button is gone, for there is nobody left to exclude.
    expect(button('不接收 5')).toHaveFocus();
  });

  it('say in words why they take no input, and how late they are where they do', async () => {
    await show();
    const [two, three, four, five] = cells();
    expect(two).toHaveTextContent('42 ms');
    expect(three).toHaveTextContent('310 ms');
    expect(four).toHaveTextContent(/他人使用中.*不接收操作/);
    expect(five).toHaveTextContent(statusView(0, 'off').label);
  });

  it('say that they lag where their ticks say so', async () => {
    await show();
    expect(button('p2，同步')).toBeVisible();
    expect(button('p3，滞后')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'p3，同步' })).toBeNull();
  });

  it('say that they left inputs out', async () => {
    await show({}, [[named(2), standingAt('follows', { leftOut: true })]]);
    expect(cells()[0]).toHaveTextContent('有操作未执行');
    expect(button('p2，有操作未执行')).toHaveAttribute('aria-pressed', 'true');
    expect(button('滞后 1')).toBeVisible();
  });

  it('are let go by a click and follow again by another', async () => {
    await show();
    expect(button('p2，同步')).toHaveAttribute('aria-pressed', 'true');
    expect(button('p6，已排除')).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(button('p2，同步'));
    await userEvent.click(button('p6，已排除'));
    expect(follow.mock.calls).toEqual([
      [[2], false],
      [[6], true],
    ]);
  });

  it('are included, excluded and brought back together', async () => {
    await show();
    await userEvent.click(button('全部纳入'));
    await userEvent.click(button('全部排除'));
    // The one that is off comes back by itself.
    await userEvent.click(button('拉回 1 台'));
    expect(follow.mock.calls).toEqual([
      [[2, 3, 4, 5, 6], true],
      [[2, 3, 4, 5, 6], false],
      [[4], true],
    ]);
  });

  it('offer nothing that would change nothing', async () => {
    // A phone that was let go and is the master now is not to be included.
    await show({ excluded: new Set([1]) }, [[named(2), standingAt('follows')]]);
    expect(screen.queryByRole('button', { name: '全部纳入' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^拉回/ })).toBeNull();
    expect(screen.queryByRole('button', { name: '按分组' })).toBeNull();
  });

  it('follow by the member’s groups', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({
        code: 0,
        msg: '',
        data: { list: [{ id: 5, name: '直播组', count: 2 }], total: 1, ungrouped: 3 },
      }),
    );
    await show();
    await userEvent.click(await screen.findByRole('button', { name: '按分组' }));
    await userEvent.click(await screen.findByText('只要 直播组（2 台）'));
    expect(follow.mock.calls).toEqual([
      [[2, 3], true],
      [[4, 5, 6], false],
    ]);
  });

  it('become the master by their menu', async () => {
    await show();
    await userEvent.click(button('p2 的更多操作'));
    await userEvent.click(await screen.findByText('设为主控'));
    expect(chooseMaster.mock.calls).toEqual([[2]]);
  });

  it('that cannot be played cannot become the master, and say why', async () => {
    await show();
    await userEvent.click(button('p5 的更多操作'));
    const item = (await screen.findByText('设为主控')).closest('li');
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent(playState(named(5, OFF)).reason);
    expect(playState(named(5, OFF)).reason).not.toBe('');
  });

  it('are told where they lie otherwise than the master', async () => {
    await show({}, [[named(2), standingAt('follows', { turned: true })]]);
    expect(button('p2，方向不同')).toHaveAttribute('aria-pressed', 'true');
  });

  it('give way to the reason when the group is over', async () => {
    const again = vi.fn();
    await show({
      again,
      state: { followers: new Map(), idleEndsAt: null, over: { kind: 'ended', reason: 'idle', detail: 30 } },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('30 分钟没有操作');
    expect(screen.queryByRole('list')).toBeNull();
    await userEvent.click(button('重新打开'));
    expect(again).toHaveBeenCalledOnce();
  });
});
