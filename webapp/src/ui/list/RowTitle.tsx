// The first words of a row that opens: a button that opens it. On a phone the row itself is the button.
import type { ReactNode } from 'react';
import { useWide } from '../useWide';
import cells from './Cells.module.css';

interface Props {
  onOpen: () => void;
  children: ReactNode;
}

export function RowTitle({ onOpen, children }: Props) {
  const wide = useWide();
  if (!wide) return children;
  return (
    <button type="button" className={cells.open} onClick={onOpen}>
      {children}
    </button>
  );
}
