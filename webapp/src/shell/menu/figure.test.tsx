import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '@/app/paths';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { useAnswerFeedbackMutation } from '@/features/feedback/api';
import { renderIn } from '@/test/render';
import { Figure } from './Figure';

/** How many members wait for an answer; nothing: the server is away. */
let open: number | undefined;
let asked: string[];

beforeEach(() => {
  [open, asked] = [0, []];
  vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
    asked.push(`${init.method} ${url}`);
    if (init.method === 'POST') open = (open ?? 1) - 1;
    if (open === undefined) throw new TypeError('away');
    const data = { stamp: 'demo', feedback: open, refunds: null, operations: null };
    return new Response(JSON.stringify({ code: 0, msg: '', data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

function Answering() {
  const [answer] = useAnswerFeedbackMutation();
  return (
    <button type="button" onClick={() => void answer({ id: 1, answer: '好' })}>
      answer
    </button>
  );
}

it('says beside the inbox how many wait for an answer, to everybody, and less once one has it', async () => {
  open = 2;
  const { container } = await renderIn(
    <>
      <Figure path={paths.feedbackInbox} />
      <Answering />
    </>,
  );
  expect(await screen.findByText('2', { selector: '[aria-hidden]' })).toBeVisible();
  expect(screen.getByTitle('2 条待处理')).toHaveTextContent('22 条待处理');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/admin-api\/console\/menu$/);
  act(() => screen.getByRole('button', { name: 'answer' }).click());
  expect(await screen.findByTitle('1 条待处理')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'answer' }).click());
  await waitFor(() => expect(container.querySelector('[title]')).toBeNull());
});

it('says nothing where nobody waits, or where it cannot be known', async () => {
  const { container } = await renderIn(<Figure path={paths.feedbackInbox} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  open = undefined;
  await act(async () => {
    store.dispatch(api.util.resetApiState());
  });
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(container.querySelector('[title]')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks nothing for pages in which nobody waits', async () => {
  const { container } = await renderIn(<Figure path={paths.home} />);
  expect(container.querySelector('[title]')).toBeNull();
  expect(asked).toEqual([]);
});
