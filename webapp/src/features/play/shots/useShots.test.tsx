import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderIn } from '@/test/render';
import { opening } from '../session/playState';
import type { Session } from '../session/usePlay';
import { useShots } from './useShots';

const png = new Blob(['picture'], { type: 'image/png' });
type Parts = { 'image/png': Promise<Blob> };

/** The test's browser has none. */
class Item {
  readonly parts: Parts;
  constructor(parts: Parts) {
    this.parts = parts;
  }
}

const onShot: Session['onShot'] = { current: () => {} };
const shoot = vi.fn(() => onShot.current(png));
const session = {
  handle: { shoot },
  state: opening,
  listen: () => () => {},
  onShot,
  onClip: { current: () => {} },
} as unknown as Session;

function Tool() {
  const { copy } = useShots(session, '主力-01');
  return (
    <button type="button" onClick={copy}>
      copy
    </button>
  );
}

const clipboard = (write: (items: Item[]) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });

beforeEach(() => {
  shoot.mockClear();
  vi.stubGlobal('ClipboardItem', Item);
});

describe('a picture that is copied', () => {
  it('is the one that is shown, as PNG', async () => {
    const copied: (Blob | undefined)[] = [];
    clipboard(async ([item]) => {
      copied.push(await item?.parts['image/png']);
    });
    await renderIn(<Tool />);
    fireEvent.click(screen.getByRole('button', { name: 'copy' }));
    expect(await screen.findByText('截图已复制')).toBeVisible();
    expect(shoot).toHaveBeenCalledOnce();
    expect(copied).toEqual([png]);
  });

  it('is said not to be where the browser does not let it', async () => {
    clipboard(() => Promise.reject(new Error('not allowed')));
    await renderIn(<Tool />);
    fireEvent.click(screen.getByRole('button', { name: 'copy' }));
    expect(await screen.findByText('浏览器不允许复制图片')).toBeVisible();
  });
});
