import { describe, expect, it } from 'vitest';
import { keycodeOf } from '@/core/rules';
import { metaState, phoneKey } from './keys';

const press = (key: string, code: string, more: object = {}) => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
});

describe('a key over the phone', () => {
  it.each([
    ['Enter', 'Enter'],
    ['Backspace', 'Backspace'],
    ['ArrowLeft', 'ArrowLeft'],
    ['Escape', 'Escape'],
    ['Tab', 'Tab'],
  ])('%s goes as a key', (key, code) => {
    expect(phoneKey(press(key, code))).toBe(keycodeOf(code));
    expect(keycodeOf(code)).toBeGreaterThan(0);
  });

  it.each([
    ['a letter is text', press('a', 'KeyA')],
    ['a letter of another layout is text', press('я', 'KeyZ')],
    ['a space is text', press(' ', 'Space')],
    ['composing is the input method’s', press('Enter', 'Enter', { isComposing: true })],
    ['an unfinished key is the input method’s', press('Process', 'KeyN')],
    ['a modifier alone means nothing', press('Shift', 'ShiftLeft', { shiftKey: true })],
    ['reloading is the browser’s', press('r', 'KeyR', { ctrlKey: true })],
    ['closing a tab is the browser’s', press('w', 'KeyW', { ctrlKey: true })],
    ['function keys are the browser’s', press('F5', 'F5')],
    ['pasting comes as a paste', press('v', 'KeyV', { ctrlKey: true })],
  ])('%s', (_, event) => {
    expect(phoneKey(event)).toBeNull();
  });

  it('editing with Ctrl or ⌘ goes as a key with its meta state', () => {
    const all = press('a', 'KeyA', { ctrlKey: true });
    expect(phoneKey(all)).toBe(keycodeOf('KeyA'));
    expect(metaState(all)).toBe(0x1000);
    expect(phoneKey(press('c', 'KeyC', { metaKey: true }))).toBe(keycodeOf('KeyC'));
    expect(metaState(press('ArrowLeft', 'ArrowLeft', { shiftKey: true, altKey: true }))).toBe(0x3);
  });
});
