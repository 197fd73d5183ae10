import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { constants } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';
import { useKeyboard } from './useKeyboard';

const paste = vi.fn();
const onCut = vi.fn();
const handle = { paste } as unknown as PlayHandle;

function Field({ control = true }: { control?: boolean }) {
  const { field, handlers } = useKeyboard(handle, control, { onCut, mapped: () => false });
  return <textarea ref={field} aria-label="field" {...handlers} />;
}

const pasted = (text: string) =>
  fireEvent.paste(screen.getByLabelText('field'), { clipboardData: { getData: () => text } });

beforeEach(() => {
  paste.mockClear();
  onCut.mockClear();
});

describe('a paste', () => {
  it('of a clipboard’s length goes to the phone whole', () => {
    const limit = constants().clipboardSetMaxBytes;
    expect(limit).toBeGreaterThan(255 * 1024);
    const longest = 'x'.repeat(limit);
    render(<Field />);
    pasted(longest);
    expect(paste.mock.calls).toEqual([[longest]]);
    expect(onCut).not.toHaveBeenCalled();
  });

  it('beyond it is cut between characters, and said to be', () => {
    const limit = constants().clipboardSetMaxBytes;
    render(<Field />);
    pasted('你'.repeat(Math.floor(limit / 3) + 1));
    expect(paste.mock.calls).toEqual([['你'.repeat(Math.floor(limit / 3))]]);
    expect(onCut.mock.calls).toEqual([[255]]);
  });

  it('of nothing, or without control, goes nowhere and is not said to be cut', () => {
    const { rerender } = render(<Field />);
    pasted('');
    rerender(<Field control={false} />);
    pasted('x'.repeat(constants().clipboardSetMaxBytes + 1));
    expect(paste).not.toHaveBeenCalled();
    expect(onCut).not.toHaveBeenCalled();
  });
});
