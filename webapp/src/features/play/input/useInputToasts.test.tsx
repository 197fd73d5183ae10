import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { endView } from '@/core/rules';
import type { PlayEvent } from '@/core/stream';
import { renderIn } from '@/test/render';
import type { Session } from '../session/usePlay';
import { useInputToasts } from './useInputToasts';

const heard = new Set<(event: PlayEvent) => void>();
const listen: Session['listen'] = (listener) => {
  heard.add(listener);
  return () => void heard.delete(listener);
};

function Page() {
  useInputToasts({ listen } as Session);
  return null;
}

it('a phone that lets nobody touch it is said to, with its cause in words', async () => {
  await renderIn(<Page />);
  act(() => {
    for (const listener of heard) listener({ type: 'viewOnly', cause: 5 });
  });
  expect(await screen.findByText('仅查看')).toBeVisible();
  expect(screen.getByText(endView(14, 5).text)).toBeVisible();
  expect(endView(14, 5).text).toContain('USB');
});
