// Rows of a very long list that exist: those near the view. Rows are equally high and may hold several cells side by side; how high, is
// measured on one that exists. While the list flies by, what comes into view is only outlined, and many rows are added at once.
// By hand: a kept library for this (`@tanstack/react-virtual`) is 9.9 KB gzipped against 0.9, on the first page that a member sees.
import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';

/** Views of rows made beyond the view on either side: of whole ones few, because each costs time; of outlines many, so that the window seldom moves. */
const BEYOND = { whole: 0.5, outlined: 2 };
/** The window moves when fewer views than this are left. */
const SPARE = { whole: 0.1, outlined: 0.75 };
/** Faster than this nobody reads a row, and slower than half of it somebody may. Pixels a second: eight notches of a wheel. */
const FAST = 1000;
/** Speed is taken over at least this long, so that one late frame says nothing. */
const SPAN_MS = 80;
/** Milliseconds without a movement after which the list counts as still. */
const STILL_MS = 120;

/** Layout of the rows. */
export interface Pitch {
  /** Cells side by side. */
  columns: number;
  /** From one row's top to the next one's, in pixels. */
  pitch: number;
  /** The part of `pitch` between two rows, in pixels. */
  gap: number;
}

/** A range of rows, `to` excluded. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Place extends Stretch {
  fast: boolean;
  /** Rows that are rendered completely; while the list scrolls fast, those that were so before. */
  whole: Stretch;
}

export interface NearRows extends Pitch {
  /** Cells that are rendered. */
  near: Stretch;
  /** Cells that are rendered completely, the others are outlines; after fast scrolling they may be far from the view. */
  whole: Stretch;
}

/** Rows to render, of `all`, when the view shows `first` to `end`: the old range as long as enough of it is left beyond the view. */
export function nextPlace(old: Place | null, first: number, end: number, all: number, fast: boolean): Place {
  const kind = fast ? 'outlined' : 'whole';
  const views = (share: number) => Math.ceil((end - first) * share);
  const spare = views(SPARE[kind]);
  const covers = old && old.from <= Math.max(0, first - spare) && old.to >= Math.min(all, end + spare);
  if (old && covers && old.fast === fast) return old;
  const beyond = views(BEYOND[kind]);
  const from = Math.max(0, Math.min(first, all - 1) - beyond);
  const to = Math.min(all, end + beyond);
  return { from, to, fast, whole: fast && old ? old.whole : { from, to } };
}

/** Follows whatever scrolls: calls `look` at each movement with whether it is fast, and once it stands still. */
function follow(element: HTMLElement, look: (fast: boolean) => void): () => void {
  let [frame, still, fast] = [0, 0, false];
  let [at, top, moved] = [0, 0, 0];
  const onFrame = (now: number) => {
    frame = 0;
    const here = element.getBoundingClientRect().top;
    if (now - at > STILL_MS * 2) [at, top] = [now, here];
    else if (now - at >= SPAN_MS) {
      const speed = (Math.abs(here - top) / (now - at)) * 1000;
      fast = speed > (fast ? FAST / 2 : FAST);
      [at, top] = [now, here];
    }
    look(fast);
  };
  const rest = () => {
    // A busy page is late with everything: it stands still only if the next frame, too, has seen no movement.
    still = requestAnimationFrame(() => {
      still = 0;
      if (performance.now() - moved < STILL_MS) return;
      fast = false;
      look(false);
    });
  };
  let timer = 0;
  const onScroll = () => {
    moved = performance.now();
    if (frame === 0) frame = requestAnimationFrame(onFrame);
    clearTimeout(timer);
    timer = window.setTimeout(rest, STILL_MS);
  };
  // The page, or a part of it.
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    cancelAnimationFrame(still);
    clearTimeout(timer);
    window.removeEventListener('scroll', onScroll, { capture: true });
  };
}

/** `place` holds `count` cells, its top is the first one's; `measure` says how they stand. Null until that is known: some must exist then. */
export function useNearRows(
  place: RefObject<HTMLElement | null>,
  count: number,
  measure: (place: HTMLElement) => Pitch | null,
): NearRows | null {
  const [pitch, setPitch] = useState<Pitch | null>(null);
  const [shown, setShown] = useState<Place | null>(null);
  const all = pitch ? Math.ceil(count / pitch.columns) : 0;

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const sized = () =>
      setPitch((old) => {
        const next = measure(element);
        const same = next && old && next.columns === old.columns && next.pitch === old.pitch && next.gap === old.gap;
        return next && !same ? next : old;
      });
    sized();
    const size = new ResizeObserver(sized);
    size.observe(element);
    return () => size.disconnect();
  }, [place, measure]);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element || !pitch) return undefined;
    let made: Place | null = null;
    const look = (fast: boolean) => {
      const above = -element.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / pitch.pitch));
      const end = Math.max(first + 1, Math.ceil((above + window.innerHeight) / pitch.pitch));
      const next = nextPlace(made, first, end, all, fast);
      if (next === made) return;
      const begins = made === null;
      made = next;
      if (begins) setShown(next);
      else startTransition(() => setShown(next));
    };
    look(false);
    return follow(element, look);
  }, [place, pitch, all]);

  if (!pitch || !shown) return null;
  const cells = ({ from, to }: Stretch) => ({ from: from * pitch.columns, to: Math.min(count, to * pitch.columns) });
  return { ...pitch, near: cells(shown), whole: cells(shown.whole) };
}
