import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayHandle } from '@/core/stream';
import { useFingers } from './useFingers';

const touch = vi.fn();
const handle = { touch, scroll: vi.fn() } as unknown as PlayHandle;
const upright = { width: 720, height: 1280 };
const lying = { width: 1280, height: 720 };

function Surface({ size, control = true }: { size: typeof upright; control?: boolean }) {
  const surface = useRef<HTMLDivElement>(null);
  const fingers = useFingers(surface, handle, control, size);
  return <div ref={surface} role="img" {...fingers} />;
}

/** The test's document has none: a mouse event that also says which pointer it was. */
class Pointer extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly pressure = 0;
  constructor(type: string, { pointerId = 0, pointerType = '', ...init }: PointerEventInit) {
    super(type, init);
    this.pointerId = pointerId;
    this.pointerType = pointerType;
  }
}

beforeEach(() => {
  vi.stubGlobal('PointerEvent', Pointer);
  touch.mockClear();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 360, 640));
  Element.prototype.setPointerCapture = vi.fn();
});

const mouse = { pointerId: 1, pointerType: 'mouse', button: 0 };
const sent = () =>
  touch.mock.calls.map(([action, finger, x, y]) => [action, finger, Math.round(x / 6_553.5), Math.round(y / 6_553.5)]);

describe('fingers on the picture', () => {
  it('are one for the mouse, and two that mirror each other with Ctrl', () => {
    render(<Surface size={upright} />);
    const surface = screen.getByRole('img');
    fireEvent.pointerDown(surface, { ...mouse, clientX: 72, clientY: 64 });
    fireEvent.pointerUp(surface, { ...mouse, clientX: 72, clientY: 64 });
    fireEvent.pointerDown(surface, { ...mouse, ctrlKey: true, clientX: 72, clientY: 64 });
    fireEvent.pointerMove(surface, { ...mouse, clientX: 108, clientY: 128 });
    fireEvent.pointerUp(surface, { ...mouse, clientX: 108, clientY: 128 });
    expect(sent()).toEqual([
      [0, 0, 2, 1],
      [1, 0, 2, 1],
      [0, 0, 2, 1],
      [0, 1, 8, 9],
      [2, 0, 3, 2],
      [2, 1, 7, 8],
      [1, 0, 3, 2],
      [1, 1, 7, 8],
    ]);
  });

  it('are as many as touch the screen, ten at most', () => {
    render(<Surface size={upright} />);
    const surface = screen.getByRole('img');
    for (let id = 10; id < 21; id += 1) {
      fireEvent.pointerDown(surface, { pointerId: id, pointerType: 'touch', clientX: 10, clientY: 10 });
    }
    expect(sent().map(([, finger]) => finger)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('are forgotten when the picture turns under them: the phone has lifted them', () => {
    const { rerender } = render(<Surface size={upright} />);
    const surface = screen.getByRole('img');
    fireEvent.pointerDown(surface, { ...mouse, clientX: 72, clientY: 64 });
    rerender(<Surface size={lying} />);
    fireEvent.pointerMove(surface, { ...mouse, clientX: 100, clientY: 100 });
    fireEvent.pointerUp(surface, { ...mouse, clientX: 100, clientY: 100 });
    expect(sent()).toHaveLength(1);
  });

  it('are nobody’s without control', () => {
    render(<Surface size={upright} control={false} />);
    fireEvent.pointerDown(screen.getByRole('img'), { ...mouse, clientX: 72, clientY: 64 });
    expect(touch).not.toHaveBeenCalled();
  });
});
