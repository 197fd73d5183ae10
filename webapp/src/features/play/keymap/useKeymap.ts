// The key mapping of this phone: which is chosen, whether it is in force, and the key that is being placed.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlayHandle } from '@/core/stream';
import { type Keymap, keepKeymaps, keymapsOf, type Point } from './keymap';

/** Beside the fingers of pointers, which count from 0. */
const FIRST_FINGER = 1_000;
const ENDS = 65_535;
const PRESSURE = 65_535;

export interface Keymapping {
  all: Keymap[];
  /** Null while there is none. */
  chosen: Keymap | null;
  choose: (app: string) => void;
  /** Replaces the mapping of its app, or adds it. */
  put: (keymap: Keymap) => void;
  remove: (app: string) => void;
  /** Whether its keys are fingers now. */
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

export function useKeymap(phoneId: number, handle: PlayHandle | null): Keymapping {
  const [all, setAll] = useState(() => keymapsOf(phoneId));
  const [app, setApp] = useState<string | null>(null);
  const [on, setOn] = useState(false);
  const [placing, setPlacing] = useState<string | null>(null);
  const down = useRef(new Map<string, { finger: number; point: Point }>());
  useEffect(() => {
    setAll(keymapsOf(phoneId));
    setOn(false);
    setPlacing(null);
  }, [phoneId]);

  const chosen = all.find((each) => each.app === app) ?? all[0] ?? null;
  const points = useMemo(() => new Map(chosen?.points.map((point) => [point.code, point])), [chosen]);

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
      const point = on ? points.get(code) : undefined;
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
