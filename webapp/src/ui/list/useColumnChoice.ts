// Columns that a table shows, remembered in this browser under the table's name.
import { useState } from 'react';
import { columnChoice } from '@/core/storage';

/** The hidden columns of a table, and how to change them. */
export function useColumnChoice(table: string): [hidden: readonly string[], choose: (hidden: string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => columnChoice.get(table));
  return [
    hidden,
    (next) => {
      columnChoice.set(table, next);
      setHidden(next);
    },
  ];
}
