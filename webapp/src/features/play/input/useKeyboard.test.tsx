import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { constants } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';
import { useKeyboard } from './useKeyboard';

const paste = vi.fn();
const key = vi.fn();
const text = vi.fn();
const onCut = vi.fn();
const handle = { paste, key, text } as unknown as PlayHandle;

function Field({ control = true }: { control?: boolean }) {
  const { field, handlers } = useKeyboard(handle, control, { onCut, mapped: () => false });
  return <textarea ref={field} aria-label="field" {...handlers} />;
}

const pasted = (text: string) =>
  fireEvent.paste(screen.getByLabelText('field'), { clipboardData: { getData: () => text } });

const field = () => screen.getByLabelText<HTMLTextAreaElement>('field');
const edited = (inputType: string, more: InputEventInit = {}) =>
  fireEvent(field(), new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true, ...more }));
/** Key events that went to the phone: down or up, and which key. */
const keys = () => key.mock.calls.map(([action, keycode]) => [action, keycode]);
const on = (platform: string) => vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);

const BACKSPACE = 67;
const ENTER = 66;
const KEY_A = 29;
const CTRL = 0x1000;

beforeEach(() => {
  for (const told of [paste, key, text, onCut]) told.mockClear();
});

describe('a key', () => {
  it('goes down and up, and each repeat of it is told', () => {
    render(<Field />);
    const press = { key: 'Backspace', code: 'Backspace', keyCode: 8 };
    expect(fireEvent.keyDown(field(), press), 'the browser does nothing with it').toBe(false);
    for (let times = 0; times < 4; times += 1) fireEvent.keyDown(field(), { ...press, repeat: true });
    fireEvent.keyUp(field(), press);
    expect(key.mock.calls.map(([action, keycode, repeat]) => [action, keycode, repeat])).toEqual([
      ...[0, 1, 2, 3, 4].map((repeat) => [0, BACKSPACE, repeat]),
      [1, BACKSPACE, 0],
    ]);
  });

  it('of a soft keyboard is pressed and let go of at once, whatever is told of its end', () => {
    render(<Field />);
    const press = { key: 'Backspace', code: '', keyCode: 8 };
    for (let times = 0; times < 5; times += 1) fireEvent.keyDown(field(), press);
    fireEvent.keyUp(field(), press);
    expect(keys()).toEqual(
      Array.from({ length: 5 }, () => [
        [0, BACKSPACE],
        [1, BACKSPACE],
      ]).flat(),
    );
  });

  it('that a soft keyboard tells as an edit is pressed, and the field stays as it is', () => {
    render(<Field />);
    expect(edited('deleteContentBackward')).toBe(false);
    expect(edited('insertLineBreak')).toBe(false);
    expect(keys()).toEqual([
      [0, BACKSPACE],
      [1, BACKSPACE],
      [0, ENTER],
      [1, ENTER],
    ]);
  });

  it('is none while an input method edits what it composes, or without control', () => {
    const { rerender } = render(<Field />);
    expect(edited('deleteContentBackward', { isComposing: true })).toBe(true);
    fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter', keyCode: 229 });
    rerender(<Field control={false} />);
    expect(edited('deleteContentBackward')).toBe(true);
    expect(key).not.toHaveBeenCalled();
  });

  it('that was pressed with ⌘ is let go of with it: its own end is never told', () => {
    on('MacIntel');
    render(<Field />);
    fireEvent.keyDown(field(), { key: 'Meta', code: 'MetaLeft', metaKey: true });
    fireEvent.keyDown(field(), { key: 'a', code: 'KeyA', keyCode: 65, metaKey: true });
    expect(key.mock.calls).toEqual([[0, KEY_A, 0, CTRL]]);
    fireEvent.keyUp(field(), { key: 'Meta', code: 'MetaLeft' });
    expect(keys()).toEqual([
      [0, KEY_A],
      [1, KEY_A],
    ]);
  });

  it('that means another one since Num Lock changed is let go of first', () => {
    render(<Field />);
    fireEvent.keyDown(field(), { key: 'ArrowLeft', code: 'Numpad4', keyCode: 37 });
    fireEvent.keyDown(field(), { key: 'Home', code: 'Numpad4', keyCode: 36 });
    fireEvent.blur(field());
    expect(keys()).toEqual([
      [0, 21],
      [1, 21],
      [0, 122],
      [1, 122],
    ]);
  });

  it('that types goes as the text it makes', () => {
    render(<Field />);
    expect(fireEvent.keyDown(field(), { key: 'a', code: 'KeyA', keyCode: 65 })).toBe(true);
    expect(edited('insertText', { data: 'a' })).toBe(true);
    fireEvent.input(field(), { target: { value: 'a' } });
    expect(key).not.toHaveBeenCalled();
    expect(text.mock.calls).toEqual([['a']]);
  });
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
