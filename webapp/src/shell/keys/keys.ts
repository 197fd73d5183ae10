// Whether a key is meant for a field or for something else that took it: shortcuts of the frame then keep quiet.
import { isComposing } from '@/core/rules';

/** Inputs that take no letters. */
const MARKS = /^(button|checkbox|radio|range|color|file|image|reset|submit)$/;

export function isWriting(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event)) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement) return !MARKS.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}
