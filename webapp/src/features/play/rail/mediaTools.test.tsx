import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { constants } from '@/core/rules';
import { renderIn } from '@/test/render';
import { type Play, PlayProvider } from '../PlayContext';
import { PowerKey, VolumeDown, VolumeUp } from './mediaTools';

it('volume and power are pressed and let go on the phone', async () => {
  const key = vi.fn();
  await renderIn(
    <PlayProvider value={{ handle: { key } } as unknown as Play}>
      <VolumeUp />
      <VolumeDown />
      <PowerKey />
    </PlayProvider>,
  );
  const { keycodeVolumeUp, keycodeVolumeDown, keycodePower } = constants();
  for (const [name, keycode] of [
    ['音量加', keycodeVolumeUp],
    ['音量减', keycodeVolumeDown],
    ['电源键', keycodePower],
  ] as const) {
    key.mockClear();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(key.mock.calls).toEqual([
      [0, keycode, 0, 0],
      [1, keycode, 0, 0],
    ]);
  }
  expect([keycodeVolumeUp, keycodeVolumeDown, keycodePower]).toEqual([24, 25, 26]);
});
