import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PlayEvent } from '@/core/stream';
import { renderIn } from '@/test/render';
import type { Session } from '../session/usePlay';
import { useClipboard } from './useClipboard';

const heard = new Set<(event: PlayEvent) => void>();
const listen: Session['listen'] = (listener) => {
  heard.add(listener);
  return () => void heard.delete(listener);
};

const handle = { setClipboard: vi.fn() };

function Page() {
  const { copied, send } = useClipboard({ listen, handle } as unknown as Session);
  return (
    <>
      <p>{copied}</p>
      <button type="button" onClick={send}>
        send
      </button>
    </>
  );
}

/** The browser's clipboard; plain http has none. */
const clipboard = (value: object | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });

const copy = (text: string) =>
  act(() => {
    for (const listener of heard) listener({ type: 'clipboard', text });
  });

it('what was copied on the phone is copied here', async () => {
  const writeText = vi.fn(async () => {});
  clipboard({ writeText });
  await renderIn(<Page />);
  copy('你好');
  expect(await screen.findByText('手机剪贴板已复制到这台电脑')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith('你好');
});

it.each([
  ['does not let it', { writeText: () => Promise.reject(new Error('not allowed')) }],
  ['has no clipboard', undefined],
])('it is shown, and said not to be copied, where the browser %s', async (_, value) => {
  clipboard(value);
  await renderIn(<Page />);
  copy('你好');
  expect(await screen.findByText('手机复制了内容，但浏览器不允许写入剪贴板')).toBeVisible();
  expect(screen.getByText('你好')).toBeVisible();
});

it.each([
  ['does not let it', { readText: () => Promise.reject(new Error('not allowed')) }],
  ['has no clipboard', undefined],
])('what is to go to the phone is said to be out of reach where the browser %s', async (_, value) => {
  clipboard(value);
  await renderIn(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(await screen.findByText('浏览器不允许读取剪贴板')).toBeVisible();
  expect(handle.setClipboard).not.toHaveBeenCalled();
});
