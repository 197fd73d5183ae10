// Scrolling that takes a moment, so that one sees where one went.
import { useLayoutEffect, useRef } from 'react';

const DURATION_MS = 500;
const easeInOut = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
const running = new WeakMap<Element, number>();

/** Scrolls an element to a place within `durationMs`; at once where the system asks for less motion. A newer call wins. */
export function scrollTo(
  element: Element,
  axis: 'scrollTop' | 'scrollLeft',
  to: number,
  durationMs: number = DURATION_MS,
): void {
  cancelAnimationFrame(running.get(element) ?? 0);
  const from = element[axis];
  if (from === to) return;
  if (durationMs <= 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element[axis] = to;
    return;
  }
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - began) / durationMs);
    element[axis] = from + (to - from) * easeInOut(part);
    if (part < 1) running.set(element, requestAnimationFrame(step));
  };
  running.set(element, requestAnimationFrame(step));
}

/** Id of the part of the frame that scrolls: the column beside the sidebar. */
export const PAGE_SCROLLER = 'page-scroller';

/** Begins each page at its top; the next lot of a list (`?page=`) is gone back up to, so that one sees what changed. */
export function usePageTop({ pathname, search }: { pathname: string; search: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const lot = new URLSearchParams(search).get('page');
  const before = useRef({ pathname, lot });
  useLayoutEffect(() => {
    const { pathname: path, lot: page } = before.current;
    before.current = { pathname, lot };
    const element = scroller.current;
    if (!element) return;
    if (path !== pathname) scrollTo(element, 'scrollTop', 0, 0);
    else if (page !== lot) scrollTo(element, 'scrollTop', 0);
  }, [pathname, lot]);
  return scroller;
}
