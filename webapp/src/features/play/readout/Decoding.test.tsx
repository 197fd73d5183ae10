import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import type { Stats } from '../session/playState';
import { Decoding } from './Decoding';

const now: Stats = {
  type: 'stats',
  delayMs: 40,
  rttMs: 1,
  fps: 30,
  kbps: 2_000,
  width: 1280,
  height: 720,
  decoder: 'wasm',
  dropped: 0,
};

it('what decodes the picture leads to what the browser can do, in a tab of its own: the phone stays open', async () => {
  const { container } = await renderIn(<Decoding now={now} />, { lang: 'en-US' });
  expect(container).toHaveTextContent(/^720p · software decoder \(wasm\)/);
  const link = screen.getByRole('link', { name: 'software decoder (wasm)' });
  expect(link).toHaveAttribute('href', '/browser');
  expect(link).toHaveAttribute('target', '_blank');
});
