import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PlayEvent } from '@/core/stream';
import { renderIn } from '@/test/render';
import { type Play, PlayProvider } from '../PlayContext';
import { afterEvent, opening, type Person } from '../session/playState';
import type { Session } from '../session/usePlay';
import { ControlRequests } from './ControlRequests';
import { TogetherChip } from './TogetherChip';
import { useControlToasts } from './useControlToasts';

const owner: Person = { id: 1, relation: 1, me: false, controls: false, mayControl: true, name: '138****0000' };
const guest: Person = { id: 2, relation: 2, me: false, controls: false, mayControl: true, name: '139****0000' };
const sub: Person = { id: 3, relation: 3, me: false, controls: false, mayControl: true, name: '' };

async function show(events: PlayEvent[]) {
  const handle = { askControl: vi.fn(), giveControl: vi.fn(), refuseControl: vi.fn() };
  const state = events.reduce((now, event) => afterEvent(now, event, Date.now()), opening);
  await renderIn(
    <PlayProvider value={{ state, handle, wide: true } as unknown as Play}>
      <TogetherChip />
      <ControlRequests />
    </PlayProvider>,
  );
  return handle;
}
const hello = (control: boolean, level: 1 | 2 | 3): PlayEvent => ({ type: 'hello', control, level });
const people = (list: Person[], others = 0): PlayEvent => ({ type: 'people', people: list, others });
const open = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('several people at a phone', () => {
  it('is no matter of one who is alone and has control', async () => {
    await show([hello(true, 3), people([{ ...owner, me: true, controls: true }])]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the one with control sees each by name or relation and hands it over', async () => {
    const handle = await show([hello(true, 3), people([{ ...owner, me: true, controls: true }, guest, sub], 2)]);
    await open(/^5 人在线 · 你在操作$/);
    expect(await screen.findByText('139****0000')).toBeVisible();
    expect(screen.getByText('另有 2 个外部页面在看')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '把操作交给 子账号' }));
    expect(handle.giveControl).toHaveBeenCalledWith(3);
  });

  it.each([
    ['请求操作', 2, { ...owner, controls: true }],
    ['立即接管', 3, { ...guest, controls: true }],
    ['开始操作', 2, owner],
  ] as const)('one without control is offered: %s', async (words, level, other) => {
    const handle = await show([hello(false, level), people([other, { ...sub, me: true }])]);
    await open(/^2 人在线/);
    await userEvent.click(await screen.findByRole('button', { name: words }));
    expect(handle.askControl).toHaveBeenCalledOnce();
  });

  it('one who may only view is told so and offered nothing', async () => {
    await show([
      hello(false, 1),
      people([
        { ...owner, controls: true },
        { ...guest, me: true, mayControl: false },
      ]),
    ]);
    await open(/^2 人在线 · 138\*\*\*\*0000 正在操作$/);
    expect(await screen.findByText('你的授权仅限查看。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '请求操作' })).toBeNull();
  });

  it('a question is answered either way', async () => {
    const asked: PlayEvent = { type: 'controlAsked', from: 2, relation: 2, name: '139****0000', seconds: 20 };
    const handle = await show([hello(true, 3), asked]);
    expect(screen.getByRole('alert')).toHaveTextContent('139****0000 请求操作这台手机');
    await userEvent.click(screen.getByRole('button', { name: '拒绝' }));
    expect(handle.refuseControl).toHaveBeenCalledWith(2);
    await userEvent.click(screen.getByRole('button', { name: '交出操作' }));
    expect(handle.giveControl).toHaveBeenCalledWith(2);
  });
});

const heard = new Set<(event: PlayEvent) => void>();
const listen: Session['listen'] = (listener) => {
  heard.add(listener);
  return () => void heard.delete(listener);
};
function News() {
  useControlToasts({ listen } as Session);
  return null;
}
const emit = (event: PlayEvent) =>
  act(() => {
    for (const listener of heard) listener(event);
  });

it('says who took control, that it came, and that it was not given', async () => {
  await renderIn(<News />);
  emit(hello(true, 2));
  expect(screen.queryByText('现在由你操作')).toBeNull();
  emit({ type: 'controlMoved', taken: true, relation: 1, name: '138****0000' });
  expect(await screen.findByText('138****0000 接管了操作，你可以继续看')).toBeVisible();
  emit(hello(false, 2));
  emit({ type: 'controlAnswered', state: 1, seconds: 10 });
  expect(await screen.findByText('对方没有同意')).toBeVisible();
  emit(hello(true, 2));
  expect(await screen.findByText('现在由你操作')).toBeVisible();
});
