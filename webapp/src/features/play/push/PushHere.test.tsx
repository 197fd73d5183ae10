import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { renderIn } from '@/test/render';
import { type Play, PlayProvider } from '../PlayContext';
import { PushFiles, PushHere } from './PushHere';

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

function Page({ control }: { control: boolean }) {
  const page = useRef<HTMLDivElement>(null);
  const stage = { current: document.body };
  const play = { phoneId: 7, name: '主力-01', phone: undefined, stage, state: { control } };
  return (
    <PlayProvider value={play as unknown as Play}>
      <div ref={page} data-testid="page">
        <PushHere place={page}>
          <PushFiles />
        </PushHere>
      </div>
    </PlayProvider>
  );
}

/** Holds a file over the page and lets go of it; whether the page took it. */
function drop(): { offered: boolean; taken: boolean } {
  const page = screen.getByTestId('page');
  const dataTransfer = { types: ['Files'], files: [new File(['x'], 'a.txt')] };
  fireEvent.dragOver(page, { dataTransfer });
  const offered = screen.queryByText('松开，发送到 主力-01') !== null;
  return { offered, taken: !fireEvent.drop(page, { dataTransfer }) };
}

it('files that are dropped on a phone under control are taken into the dialog', async () => {
  await renderIn(<Page control />);
  expect(screen.getByRole('button', { name: '安装应用或发送文件' })).toBeVisible();
  expect(drop()).toEqual({ offered: true, taken: true });
  expect(await screen.findByRole('dialog', { name: '安装应用或发送文件' })).toHaveTextContent('a.txt');
});

it('who may only look has no button, and what is dropped is not taken', async () => {
  await renderIn(<Page control={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(drop()).toEqual({ offered: false, taken: false });
});
