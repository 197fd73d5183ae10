// The key mapping of this phone: that of the app in front, or the one chosen by hand; whether its keys are fingers, and the key that is
// being placed.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Session } from '../session/usePlay';
import { type Keymap, keepKeymaps, keymapFor, keymapsOf, type Point } from './keymap';
import { useFront } from './useFront';

/** Beside the fingers of pointers, which count from 0. */
const FIRST_FINGER = 1_000;
const ENDS = 65_535;
const PRESSURE = 65_535;

export interface Keymapping {
  all: Keymap[];
  /** The one that the editor shows; null while there is none. */
  chosen: Keymap | null;
  /** The one whose keys are fingers; null when none are. */
  inForce: Keymap | null;
  /** The package in front; null while it is not known. */
  front: string | null;
  choose: (app: string) => void;
  /** Replaces the mapping of its app, or adds it. */
  put: (keymap: Keymap) => void;
  remove: (app: string) => void;
  /** Whether mapped keys are to be fingers. */
  on: boolean;
  setOn: (on: boolean) => void;
  /** The key whose place is asked for next; null when none is. */
  placing: string | null;
  setPlacing: (code: string | null) => void;
  /** Places that key. */
  place: (x: number, y: number) => void;
  /** A key went down or up: whether it was a finger's. */
  pressed: (code: string, down: boolean, repeats: boolean) => boolean;
}

export function useKeymap(phoneId: number, session: Session): Keymapping {
  const [all, setAll] = useState(() => keymapsOf(phoneId));
  const [app, setApp] = useState<string | null>(null);
  const [on, setOn] = useState(false);
  const [placing, setPlacing] = useState<string | null>(null);
  const handle = session.state.control ? session.handle : null;
  const front = useFront(session, all.length > 0);
  const down = useRef(new Map<string, { finger: number; point: Point }>());
  useEffect(() => {
    setAll(keymapsOf(phoneId));
    setOn(false);
    setPlacing(null);
    setApp(null);
  }, [phoneId]);
  // What was chosen by hand holds until another app comes to the front.
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (front !== null && seen.current !== null && seen.current !== front) setApp(null);
    seen.current = front;
  }, [front]);

  const byHand = all.find((each) => each.app === app);
  const byApp = front === null ? undefined : keymapFor(all, front);
  const chosen = byHand ?? byApp ?? all[0] ?? null;
  const inForce = on ? (byHand ?? (front === null ? chosen : (byApp ?? null))) : null;
  const points = useMemo(() => new Map(inForce?.points.map((point) => [point.code, point])), [inForce]);

  const touch = (action: 0 | 1, finger: number, { x, y }: Point) =>
    handle?.touch(action, finger, x * ENDS, y * ENDS, action === 0 ? PRESSURE : 0);

  const keep = (next: Keymap[]) => {
    keepKeymaps(phoneId, next);
    setAll(next);
  };
  const put = (keymap: Keymap) => {
    const known = all.some((each) => each.app === keymap.app);
    keep(known ? all.map((each) => (each.app === keymap.app ? keymap : each)) : [...all, keymap]);
    setApp(keymap.app);
  };

  return {
    all,
    chosen,
    inForce,
    front,
    choose: setApp,
    put,
    remove: (gone) => keep(all.filter((each) => each.app !== gone)),
    on: on && chosen !== null,
    setOn,
    placing,
    setPlacing,
    place: (x, y) => {
      if (!placing) return;
      const others = chosen?.points.filter(({ code }) => code !== placing) ?? [];
      // Three digits are finer than any finger, and readable in a file.
      const rounded = { code: placing, x: Math.round(x * 1_000) / 1_000, y: Math.round(y * 1_000) / 1_000 };
      put({ app: chosen?.app ?? '', points: [...others, rounded] });
      setPlacing(null);
    },
    pressed: (code, goesDown, repeats) => {
      const held = down.current.get(code);
      if (!goesDown) {
        if (!held) return false;
        down.current.delete(code);
        touch(1, held.finger, held.point);
        return true;
      }
      const point = points.get(code);
      if (!point) return false;
      if (held || repeats) return true;
      const taken = new Set([...down.current.values()].map(({ finger }) => finger));
      let finger = FIRST_FINGER;
      while (taken.has(finger)) finger += 1;
      down.current.set(code, { finger, point });
      touch(0, finger, point);
      return true;
    },
  };
}
