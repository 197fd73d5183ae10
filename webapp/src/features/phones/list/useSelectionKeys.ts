// Ctrl or ⌘ with A selects the page of phones, Esc clears the selection: anywhere on the list, but not in a field or an overlay.
import { useEffect, useRef } from 'react';
import { isWriting } from '@/shell/keys/keys';
import type { Selection } from '@/ui/batch/useSelection';
import type { Phone } from '../api';

/** Selector of overlays, which handle their keys themselves. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]';

const isOver = (target: EventTarget | null) => target instanceof Element && target.closest(OVER) !== null;

export function useSelectionKeys(rows: readonly Phone[] | undefined, selection: Selection<Phone>): void {
  const now = useRef({ rows, selection });
  now.current = { rows, selection };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isWriting(event) || isOver(event.target) || event.altKey || event.shiftKey) return;
      const { rows: page = [], selection: chosen } = now.current;
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key.toLowerCase() === 'a' && page.length > 0) {
        event.preventDefault();
        chosen.setAll(page, true);
      } else if (!command && event.key === 'Escape' && chosen.rows.length > 0) {
        chosen.clear();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
