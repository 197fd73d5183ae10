// What is done to the master goes to the phones that follow, too, while they are in sync. A gesture that they saw begin is ended for them;
// one that began without them never reaches them.
import { KeyAction, TouchAction } from '@/contract/constants';
import type { GroupHandle, PlayHandle } from '@/core/stream';

/** While they are not in sync, the group hears this often that the member is here. */
export const STAY_EVERY_MS = 30_000;

/** What a group is told. */
export type GroupInputs = Pick<GroupHandle, 'touch' | 'scroll' | 'key' | 'text' | 'paste' | 'rotate' | 'stay'>;

/** Read at each input: it changes while the handle stays the same. */
export interface FanOutState {
  sync: boolean;
  /** How the master's picture lies. */
  landscape: boolean;
}

export interface FanOut {
  /** The master's handle, for all. */
  handle: PlayHandle;
  /** Lifts the fingers and keys that are down on the phones that follow: they will not hear of their end. */
  letGo: () => void;
}

/** `group.current` is null before the group is open and after it. */
export function fanOut(
  handle: PlayHandle,
  group: { readonly current: GroupInputs | null },
  how: Readonly<FanOutState>,
  nowMs: () => number = () => performance.now(),
): FanOut {
  const fingers = new Map<number, { x: number; y: number }>();
  const keys = new Set<number>();
  let stayed = Number.NEGATIVE_INFINITY;

  /** The group, where it is told along. */
  const along = (): GroupInputs | null => {
    const told = group.current;
    if (!told || how.sync) return told;
    if (nowMs() - stayed >= STAY_EVERY_MS) {
      stayed = nowMs();
      told.stay();
    }
    return null;
  };

  const touch: PlayHandle['touch'] = (action, pointer, x, y, pressure) => {
    handle.touch(action, pointer, x, y, pressure);
    const told = along();
    if (!told || (action !== TouchAction.down && !fingers.has(pointer))) return;
    if (action === TouchAction.up || action === TouchAction.cancel) fingers.delete(pointer);
    else fingers.set(pointer, { x, y });
    told.touch(action, pointer, x, y, pressure, how.landscape);
  };

  const key: PlayHandle['key'] = (action, keycode, repeat, meta) => {
    handle.key(action, keycode, repeat, meta);
    const told = along();
    if (!told || ((action === KeyAction.up || repeat > 0) && !keys.has(keycode))) return;
    if (action === KeyAction.up) keys.delete(keycode);
    else keys.add(keycode);
    told.key(action, keycode, repeat, meta);
  };

  return {
    handle: {
      ...handle,
      touch,
      key,
      scroll: (x, y, horizontal, vertical) => {
        handle.scroll(x, y, horizontal, vertical);
        along()?.scroll(x, y, horizontal, vertical, how.landscape);
      },
      text: (text) => {
        handle.text(text);
        along()?.text(text);
      },
      paste: (text) => {
        handle.paste(text);
        along()?.paste(text);
      },
      rotate: () => {
        handle.rotate();
        along()?.rotate();
      },
      stay: () => {
        handle.stay();
        stayed = nowMs();
        group.current?.stay();
      },
    },
    letGo: () => {
      for (const [pointer, { x, y }] of fingers)
        group.current?.touch(TouchAction.cancel, pointer, x, y, 0, how.landscape);
      for (const keycode of keys) group.current?.key(KeyAction.up, keycode, 0, 0);
      fingers.clear();
      keys.clear();
    },
  };
}
