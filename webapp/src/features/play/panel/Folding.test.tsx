import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import { FoldButton, FoldedEdge, useFolding } from './Folding';

function Side() {
  const { folded, toggle } = useFolding('panel');
  return folded ? (
    <FoldedEdge part="panel" onToggle={toggle} />
  ) : (
    <FoldButton part="panel" folded={false} onToggle={toggle} />
  );
}

beforeEach(() => localStorage.clear());

it('a side part that was folded away is so at the next visit too', async () => {
  const first = await renderIn(<Side />, { lang: 'en-US' });
  const open = screen.getByRole('button', { expanded: true });
  await userEvent.click(open);
  expect(screen.getByRole('button', { expanded: false })).toBeVisible();
  first.unmount();
  await renderIn(<Side />, { lang: 'en-US' });
  await userEvent.click(screen.getByRole('button', { expanded: false }));
  expect(screen.getByRole('button', { expanded: true })).toBeVisible();
});
