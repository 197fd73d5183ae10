// View settings of the followers, stored for the next visit: live or still pictures, and how many in a row.
import { useState } from 'react';
import { choice } from '@/core/storage';

const keptPictures = choice('group.pictures', 'on', 'off');
const keptColumns = choice('group.columns', '8', '6', '7', '9', '10', '11', '12');

export function useShownChoices() {
  const [pictures, setPictures] = useState(keptPictures.get() === 'on');
  const [columns, setColumns] = useState(Number(keptColumns.get()));
  return {
    pictures,
    setPictures: (on: boolean) => {
      keptPictures.set(on ? 'on' : 'off');
      setPictures(on);
    },
    columns,
    setColumns: (many: number) => {
      keptColumns.set(String(many) as ReturnType<typeof keptColumns.get>);
      setColumns(many);
    },
  };
}
