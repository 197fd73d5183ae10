// Key mapping of the phone: that of the app in front, or the one chosen by hand; whether it is on, and the key that is
// being placed.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Session } from '../session/usePlay';
import { keyFingers } from './fingers';
import { type Act, type Keymap, keepKeymaps, keymapFor, keymapsOf, type Point, padAt, placeAt } from './keymap';
import { useFront } from './useFront';

const ENDS = 65_535;
const PRESSURE = 65_535;

/** A key that is being placed, or the four keys of a pad (up, left, down, right). */
export interface Placing {
  act: Act;
  codes: readonly string[];
  /** Beginning of the swipe, once that is placed. */
  from?: { x: number; y: number };
}

export interface Keymapping {
  all: Keymap[];
  /** Mapping that the editor shows; null while there is none. */
  chosen: Keymap | null;
  /** Mapping that applies now; null when none does. */
  inForce: Keymap | null;
  /** Package of the app in front; null while it is not known. */
  front: string | null;
  choose: (app: string) => void;
  /** Stores a mapping in place of its app's present one. */
  put: (keymap: Keymap) => void;
  remove: (app: string) => void;
  /** Whether the key mapping is switched on. */
  on: boolean;
  setOn: (on: boolean) => void;
  /** Key whose position is asked for next; null when none is. */
  placing: Placing | null;
  setPlacing: (placing: Placing | null) => void;
  /** Sets the position of `placing`; `aspect` is the picture's width divided by its height. A swipe is asked for its end next. */
  place: (x: number, y: number, aspect: number) => void;
  /** Handles a key that went down or up; answers whether the mapping took it. */
  pressed: (code: string, down: boolean, repeats: boolean) => boolean;
}

export function useKeymap(phoneId: number, session: Session): Keymapping {
  const [all, setAll] = useState(() => keymapsOf(phoneId));
  const [app, setApp] = useState<string | null>(null);
  const [on, setOn] = useState(false);
  const [placing, setPlacing] = useState<Placing | null>(null);
  const handle = session.state.control ? session.handle : null;
  const front = useFront(session, all.length > 0);
  const reached = useRef(handle);
  reached.current = handle;
  const [fingers] = useState(() =>
    keyFingers((action, finger, x, y) =>
      reached.current?.touch(action, finger, x * ENDS, y * ENDS, action === 1 ? 0 : PRESSURE),
    ),
  );
  useEffect(() => {
    setAll(keymapsOf(phoneId));
    setOn(false);
    setPlacing(null);
    setApp(null);
  }, [phoneId]);
  // A mapping chosen by hand applies until another app comes to the front.
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

  // Fingers of the former mapping are lifted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the point is another mapping, or none.
  useEffect(() => () => fingers.letGo(), [points, fingers]);

  const keep = (next: Keymap[]) => {
    keepKeymaps(phoneId, next);
    setAll(next);
  };
  const put = (keymap: Keymap) => {
    // The stored mappings are read again: an undo may come after further changes.
    const all = keymapsOf(phoneId);
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
    remove: (gone) => keep(keymapsOf(phoneId).filter((each) => each.app !== gone)),
    on: on && chosen !== null,
    setOn,
    placing,
    setPlacing,
    place: (x, y, aspect) => {
      if (!placing) return;
      const { act, codes, from } = placing;
      const [code = ''] = codes;
      const at = placeAt(x, y);
      if (act === 'swipe' && !from) {
        setPlacing({ ...placing, from: at });
        return;
      }
      const added: Point[] =
        act === 'pad'
          ? padAt(codes, x, y, aspect)
          : act === 'swipe' && from
            ? [{ code, ...at, act, from }]
            : [act === 'hold' ? { code, ...at, act } : { code, ...at }];
      const others = chosen?.points.filter((point) => !codes.includes(point.code)) ?? [];
      put({ app: chosen?.app ?? '', points: [...others, ...added] });
      setPlacing(null);
      // The first placed key switches the mapping on.
      if (others.length === 0) setOn(true);
    },
    pressed: (code, goesDown, repeats) => fingers.pressed(code, goesDown, repeats, points.get(code)),
  };
}
