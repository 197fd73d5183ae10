// Keyboard in the grid of cards: the grid is one tab stop, arrows move between cards; Enter opens, Space selects, m shows the menu.
import type { KeyboardEvent } from 'react';
import { isComposing } from '@/core/rules';
import type { Phone } from '../api';

interface Doing {
  phones: readonly Phone[];
  open: (phone: Phone) => void;
  toggle: (phone: Phone, range: boolean) => void;
  menu: (phone: Phone, card: HTMLElement) => void;
  rename: (phone: Phone) => void;
}

const cardOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-phone]');

/** Number of cards in a row. */
const columnsOf = (grid: HTMLElement) => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

/** Index of the card that a key moves to; null when it moves to none. */
function steppedTo(key: string, at: number, count: number, columns: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'ArrowDown':
      return at + columns < count ? at + columns : at;
    case 'ArrowUp':
      return at - columns >= 0 ? at - columns : at;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Runs the action of a key on the focused card. */
function actOf(key: string): 'open' | 'toggle' | 'menu' | 'rename' | null {
  switch (key) {
    case 'Enter':
      return 'open';
    case ' ':
      return 'toggle';
    case 'm':
    case 'M':
    case 'ContextMenu':
      return 'menu';
    case 'F2':
      return 'rename';
    default:
      return null;
  }
}

/** Handles a key in the grid. Keys of a control inside a card are left to that control. */
export function onGridKey(event: KeyboardEvent<HTMLElement>, { phones, open, toggle, menu, rename }: Doing): void {
  const card = cardOf(event.target);
  if (!card || event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent)) return;
  const box = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
  if (event.target !== card && !box) return;
  const at = phones.findIndex(({ phoneId }) => String(phoneId) === card.dataset.phone);
  const phone = phones[at];
  if (!phone) return;
  const to = steppedTo(event.key, at, phones.length, columnsOf(event.currentTarget));
  if (to !== null) {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-phone="${phones[to]?.phoneId}"]`)?.focus();
    return;
  }
  // Space is the checkbox's own key.
  if (event.key === ' ' && box && !event.shiftKey) return;
  const act = actOf(event.key);
  if (!act) return;
  event.preventDefault();
  if (act === 'open') open(phone);
  else if (act === 'toggle') toggle(phone, event.shiftKey);
  else if (act === 'menu') menu(phone, card);
  else rename(phone);
}
