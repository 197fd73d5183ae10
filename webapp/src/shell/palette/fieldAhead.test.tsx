import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { FieldAhead } from './FieldAhead';

const NAME = 'Search phones, orders, pages and actions';

function Owner({ palette: Palette }: { palette: ComponentType<{ query: string }> }) {
  const [query, onQuery] = useState('');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        card
      </button>
      {open || query ? (
        <FieldAhead open={open} query={query} onQuery={onQuery} onClose={() => setOpen(false)}>
          <Palette query={query} />
        </FieldAhead>
      ) : null}
    </>
  );
}

/** A palette that comes when told so, beside a card that has the focus before. */
async function opened() {
  let come = () => {};
  const Palette = lazyWithRetry<{ query: string }>(
    () =>
      new Promise((resolve) => {
        come = () =>
          // biome-ignore lint/a11y/noAutofocus: as the palette's field does.
          resolve({ default: ({ query }) => <input aria-label="palette" autoFocus readOnly value={query} /> });
      }),
    'quiet',
  );
  await renderIn(<Owner palette={Palette} />, { lang: 'en-US' });
  const card = screen.getByRole('button', { name: 'card' });
  card.focus();
  await act(async () => card.click());
  const ahead = screen.getByRole('textbox', { name: NAME });
  expect(ahead).toHaveFocus();
  return { card, ahead, come: () => act(async () => come()) };
}

it('takes what is typed before the palette has come', async () => {
  const { ahead, come } = await opened();
  await act(async () => void fireEvent.change(ahead, { target: { value: 'mes' } }));
  await come();
  const field = await screen.findByRole('textbox', { name: 'palette' });
  expect(field).toHaveValue('mes');
  expect(field).toHaveFocus();
  expect(ahead).not.toBeInTheDocument();
});

it('lets an input method finish before the palette takes the focus', async () => {
  const { ahead, come } = await opened();
  await act(async () => void fireEvent.compositionStart(ahead));
  await act(async () => void fireEvent.change(ahead, { target: { value: 'xiao' } }));
  await come();
  expect(ahead).toHaveFocus();
  expect(screen.queryByRole('textbox', { name: 'palette' })).toBeNull();
  // Escape is the input method's own while it writes.
  await act(async () => void fireEvent.keyDown(ahead, { key: 'Escape', isComposing: true }));
  expect(ahead).toHaveFocus();
  await act(async () => void fireEvent.change(ahead, { target: { value: '消息' } }));
  await act(async () => void fireEvent.compositionEnd(ahead));
  const field = await screen.findByRole('textbox', { name: 'palette' });
  expect(field).toHaveValue('消息');
  expect(field).toHaveFocus();
});

it('gives the focus back where Escape is quicker than the palette', async () => {
  const { card, ahead } = await opened();
  await userEvent.keyboard('{Escape}');
  expect(ahead).not.toBeInTheDocument();
  expect(card).toHaveFocus();
});
