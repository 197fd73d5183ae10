import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import { countTicks, TickField } from './TickField';

it('draws a tick for every phone, 80 a row, and is named for screen readers', async () => {
  const ticks = `${'r'.repeat(80)}fb`;
  expect(countTicks(ticks)).toEqual({ r: 80, f: 1, b: 1, h: 0, o: 0 });
  await renderIn(<TickField ticks={ticks} label="hz-01: 80" only="f" />);
  const field = screen.getByRole('img', { name: 'hz-01: 80' });
  expect(field.getAttribute('viewBox')).toBe('0 0 480 30');
  const path = (doing: string) => field.querySelector(`[data-doing="${doing}"]`);
  expect(path('r')?.getAttribute('d')?.split('z')).toHaveLength(81);
  expect(path('f')).toHaveAttribute('d', 'M0 15h4v11h-4z');
  expect(path('f')).toHaveAttribute('data-dim', 'false');
  expect(path('b')).toHaveAttribute('data-dim', 'true');
});
