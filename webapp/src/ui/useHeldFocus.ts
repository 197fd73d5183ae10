// Moves the focus when the focused control is removed: without this, Tab would begin at the top of the page again.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** `next` names what takes the focus of an element of `place` that is gone; asked when the caller renders, while nothing else took it. */
export function useHeldFocus(
  place: RefObject<HTMLElement | null>,
  next: (gone: Element) => HTMLElement | null | undefined,
): void {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      held.current = target instanceof Element && place.current?.contains(target) ? target : null;
    };
    // A click outside of all controls ends the hold too, although it focuses nothing.
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && held.current?.contains(target))) held.current = null;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [place]);
  useLayoutEffect(() => {
    const gone = held.current;
    if (!gone || gone.isConnected) return;
    held.current = null;
    if (document.activeElement === document.body) next(gone)?.focus();
  });
}
