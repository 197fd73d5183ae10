import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { DockedDrawer } from './DockedDrawer';

it('keeps what is typed in it while the window turns from a desk into a phone and back, and blocks the page on a phone alone', async () => {
  const turn = windowOf({ wide: true });
  const { container } = await renderIn(
    <DockedDrawer open title="Counter 7" onClose={() => {}}>
      <input aria-label="note" />
    </DockedDrawer>,
  );
  const field = await screen.findByRole('textbox', { name: 'note' });
  await userEvent.type(field, 'Half a');
  expect(container.querySelector('.ant-drawer-mask')).toBeNull();
  act(() => turn({ wide: false }));
  expect(container.querySelector('.ant-drawer-mask')).not.toBeNull();
  expect(screen.getByRole('textbox', { name: 'note' })).toBe(field);
  await userEvent.type(field, ' note');
  act(() => turn({ wide: true }));
  expect(container.querySelector('.ant-drawer-mask')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'note' })).toBe(field);
  expect(field).toHaveValue('Half a note');
});
