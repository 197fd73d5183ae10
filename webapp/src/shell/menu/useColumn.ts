// The labelled column of a group of the menu: beside the page where there is room, unless it was folded away in this browser, else over it.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { useWide } from '@/ui/useWide';
import { columnToggled } from '../slice';
import { holds, type Item, targetOf } from './menu';

/** From this width on the column stands beside the page. */
const COLUMN_FROM_PX = 1280;

/** `group`: the one that the page belongs to. */
export function useColumn(group: Item | undefined, pathname: string) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const roomy = useWide(COLUMN_FROM_PX);
  const shown = useAppSelector((state) => state.shell.columnOpen);
  // Kept once it was opened: it closes with its own movement.
  const [drawn, setDrawn] = useState<Item>();
  const [over, setOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page, and each layout, begins with nothing over it.
  useEffect(() => setOver(false), [pathname, roomy]);
  const draw = (item: Item) => {
    setDrawn(item);
    setOver(true);
  };
  return {
    stands: roomy && shown,
    open: roomy ? shown : over,
    drawn: roomy ? undefined : drawn,
    close: () => setOver(false),
    /** Folds away what stands, or brings it back. */
    toggle: () => {
      if (roomy) dispatch(columnToggled());
      else if (over) setOver(false);
      else if (group) draw(group);
    },
    /** Opens a group from the rail. */
    show: (item: Item) => {
      if (!roomy) draw(item);
      else if (!holds(item, pathname)) void navigate(targetOf(item));
      else if (!shown) dispatch(columnToggled());
    },
  };
}
