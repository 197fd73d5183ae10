// A field with a list below it: arrows choose, Enter picks, the focus stays in the field.
// The combobox is our own: antd's AutoComplete writes what is picked into the field; here a pick runs a command, and with Alt its other way.
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { isComposing } from '@/core/rules';

/** Where a key moves the choice; null when it does not. */
function stepped(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** `aside`: picked with Alt, for the other way on. */
export function useListbox<T>(items: readonly T[], onPick: (item: T, aside: boolean) => void) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, items.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the writing of a Chinese word.
    if (items.length === 0 || isComposing(event.nativeEvent)) return;
    const next = stepped(event.key, at, items.length);
    if (next !== null) {
      event.preventDefault();
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const item = items[at];
      if (item !== undefined) onPick(item, event.altKey);
    }
  };
  return {
    restart: () => setChosen(0),
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': items.length > 0,
      ...(items.length > 0 ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` } : {}),
      onKeyDown,
    },
    list: (label: string) => ({ id, role: 'listbox', 'aria-label': label }),
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === at,
      onMouseMove: () => setChosen(index),
      // The field keeps the focus until the choice is made.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: (event: MouseEvent) => {
        const item = items[index];
        if (item !== undefined) onPick(item, event.altKey);
      },
    }),
  };
}
