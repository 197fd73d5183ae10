// Pointers over the picture become fingers on the phone: touches as they are, the mouse as one finger, with Ctrl as two
// that mirror each other around the middle, the wheel as a scroll.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { TouchAction } from '@/contract/constants';
import { contentPoint } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';

/** Most fingers at once: scrcpy drops an eleventh. */
const FINGERS = 10;
/** Size of a wheel's notch as browsers report it, in pixels and in lines, and the most notches of one message. */
const NOTCH_PX = 100;
const NOTCH_LINES = 3;
const NOTCHES_MAX = 16;
const FULL_PRESSURE = 65_535;
/** Largest coordinate of an axis: a coordinate and its mirror image add up to it. */
const ENDS = 65_535;

interface Fingers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

type Size = { width: number; height: number } | null;
type Place = { x: number; y: number };

/** Fingers on the phone that one pointer holds: its own, and with Ctrl the mirrored one. */
interface PointerFingers {
  finger: number;
  mirrored: number | null;
}

const mirror = ({ x, y }: Place): Place => ({ x: ENDS - x, y: ENDS - y });

export function useFingers(
  surface: RefObject<HTMLElement | null>,
  handle: PlayHandle | null,
  control: boolean,
  size: Size,
): Fingers {
  // The browser's pointer ids are large and grow; the phone gets the lowest free finger.
  const held = useRef(new Map<number, PointerFingers>());
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

  // When control ends or the picture turns, the server lifts the fingers that are down: a coordinate
  // of the old picture has no meaning on the new one.
  const lies = size ? size.width > size.height : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn forgets the fingers, whichever way it goes.
  useEffect(() => {
    held.current.clear();
  }, [active, lies]);

  useEffect(() => {
    const element = surface.current;
    if (!element || !active || !size) return;
    // Native listener: React's is passive and could not keep the page from scrolling.
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

  const touch = (action: 0 | 1 | 2 | 3, { finger, mirrored }: PointerFingers, place: Place, force: number) => {
    active?.touch(action, finger, place.x, place.y, force);
    if (mirrored === null) return;
    const other = mirror(place);
    active?.touch(action, mirrored, other.x, other.y, force);
  };

  const lift = (event: PointerEvent<HTMLElement>, action: typeof TouchAction.up | typeof TouchAction.cancel) => {
    const pair = held.current.get(event.pointerId);
    if (!pair) return;
    held.current.delete(event.pointerId);
    const place = at(event);
    if (place) touch(action, pair, place, 0);
  };

  return {
    onPointerDown: (event) => {
      const place = at(event);
      if (!active || !place || (event.pointerType === 'mouse' && event.button !== 0)) return;
      const taken = new Set([...held.current.values()].flatMap(({ finger, mirrored }) => [finger, mirrored]));
      const [finger, second] = Array.from({ length: FINGERS }, (_, i) => i).filter((i) => !taken.has(i));
      if (finger === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const pinches = event.pointerType === 'mouse' && event.ctrlKey;
      const pair = { finger, mirrored: pinches ? (second ?? null) : null };
      held.current.set(event.pointerId, pair);
      touch(TouchAction.down, pair, place, pressure(event));
    },
    onPointerMove: (event) => {
      const pair = held.current.get(event.pointerId);
      const place = pair ? at(event) : undefined;
      if (pair && place) touch(TouchAction.move, pair, place, pressure(event));
    },
    onPointerUp: (event) => lift(event, TouchAction.up),
    onPointerCancel: (event) => lift(event, TouchAction.cancel),
  };
}

/** Pressure of a pointer: a mouse has none, and some touch screens report 0. */
const pressure = (event: PointerEvent): number =>
  event.pointerType === 'mouse' || event.pressure === 0 ? FULL_PRESSURE : Math.round(event.pressure * FULL_PRESSURE);
