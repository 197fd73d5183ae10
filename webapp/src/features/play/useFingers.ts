// Pointers over the picture become fingers on the phone: touches as they are, the mouse as one finger, the wheel as a scroll.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { contentPoint } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';

const DOWN = 0;
const UP = 1;
const MOVE = 2;
const CANCEL = 3;
/** scrcpy drops an eleventh finger. */
const FINGERS = 10;
/** A wheel's notch as browsers report it, in pixels and in lines, and the most of one message. */
const NOTCH_PX = 100;
const NOTCH_LINES = 3;
const NOTCHES_MAX = 16;
const FULL_PRESSURE = 65_535;

interface Fingers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

type Size = { width: number; height: number } | null;

export function useFingers(
  surface: RefObject<HTMLElement | null>,
  handle: PlayHandle | null,
  control: boolean,
  size: Size,
): Fingers {
  // The browser's pointer ids are large and grow; the phone gets the lowest free finger.
  const fingers = useRef(new Map<number, number>());
  const active = control ? handle : null;

  const at = (event: { clientX: number; clientY: number }) => {
    const box = surface.current?.getBoundingClientRect();
    if (!box || !size) return undefined;
    return contentPoint(
      event.clientX - box.left,
      event.clientY - box.top,
      box.width,
      box.height,
      size.width,
      size.height,
    );
  };

  // A finger on the screen when control ends is the server's to lift.
  useEffect(() => {
    if (!active) fingers.current.clear();
  }, [active]);

  useEffect(() => {
    const element = surface.current;
    if (!element || !active || !size) return;
    // Not through React: its wheel listener is passive and the page would scroll.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const point = contentPoint(
        event.clientX - box.left,
        event.clientY - box.top,
        box.width,
        box.height,
        size.width,
        size.height,
      );
      if (!point) return;
      const notches = (delta: number) =>
        Math.max(
          -NOTCHES_MAX,
          Math.min(
            NOTCHES_MAX,
            event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? delta / NOTCH_PX : delta / NOTCH_LINES,
          ),
        );
      active.scroll(point.x, point.y, notches(event.deltaX), -notches(event.deltaY));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface, active, size]);

  const lift = (event: PointerEvent<HTMLElement>, action: typeof UP | typeof CANCEL) => {
    const finger = fingers.current.get(event.pointerId);
    if (finger === undefined) return;
    fingers.current.delete(event.pointerId);
    const point = at(event);
    if (point) active?.touch(action, finger, point.x, point.y, 0);
  };

  return {
    onPointerDown: (event) => {
      const point = at(event);
      if (!active || !point || (event.pointerType === 'mouse' && event.button !== 0)) return;
      const taken = new Set(fingers.current.values());
      const finger = Array.from({ length: FINGERS }, (_, i) => i).find((i) => !taken.has(i));
      if (finger === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, finger);
      active.touch(DOWN, finger, point.x, point.y, pressure(event));
    },
    onPointerMove: (event) => {
      const finger = fingers.current.get(event.pointerId);
      const point = finger === undefined ? undefined : at(event);
      if (point && finger !== undefined) active?.touch(MOVE, finger, point.x, point.y, pressure(event));
    },
    onPointerUp: (event) => lift(event, UP),
    onPointerCancel: (event) => lift(event, CANCEL),
  };
}

/** A mouse has none of its own, and some touch screens say 0. */
const pressure = (event: PointerEvent): number =>
  event.pointerType === 'mouse' || event.pressure === 0 ? FULL_PRESSURE : Math.round(event.pressure * FULL_PRESSURE);
