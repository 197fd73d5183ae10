// Which browser keys go to the phone as keys, which as text, and which stay with the browser.
import { keycodeOf, metaBits } from '@/core/rules';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'isComposing'>;

/** Android's meta state of a key event. */
export const metaState = ({ shiftKey, altKey, ctrlKey, metaKey }: Pressed): number =>
  metaBits(shiftKey, altKey, ctrlKey, metaKey);

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn']);
// Editing with Ctrl (⌘ on a Mac) is meant for the phone; everything else with it is the browser's.
const EDITING = new Set(['KeyA', 'KeyC', 'KeyX', 'KeyZ', 'KeyY']);

/**
 * The Android key of a key event, or null when it is no key for the phone: text comes through the input field (so that
 * layouts and composition work), Ctrl+V through the paste event, and function keys and other shortcuts stay with the browser.
 */
export function phoneKey(event: Pressed): number | null {
  if (event.isComposing || event.key === 'Process' || event.key === 'Dead' || MODIFIERS.has(event.key)) return null;
  if (/^F\d{1,2}$/.test(event.key)) return null;
  if (event.ctrlKey || event.metaKey) {
    return EDITING.has(event.code) && !event.altKey ? (keycodeOf(event.code) ?? null) : null;
  }
  const printable = [...event.key].length === 1;
  return printable ? null : (keycodeOf(event.code) ?? null);
}

/** Two presses of Escape within this time give the keyboard back. */
export const LEAVE_MS = 600;
