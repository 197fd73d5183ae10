// Fans the master's inputs out to the followers while they are in sync. A gesture that followers saw begin is ended for them;
// a gesture that began without them never reaches them.
import { KeyAction, TouchAction } from '@/contract/constants';
import type { GroupHandle, PlayHandle } from '@/core/stream';

/** Interval of the group's keep-alive while it is not in sync, so that it does not end by inactivity. */
export const STAY_EVERY_MS = 30_000;

/** Inputs that go to the followers. */
export type GroupInputs = Pick<GroupHandle, 'touch' | 'scroll' | 'key' | 'text' | 'paste' | 'rotate' | 'stay'>;

/** Settings read at each input: they change while the handle stays the same. */
export interface FanOutState {
  sync: boolean;
  /** Whether the master's picture is landscape. */
  landscape: boolean;
}

export interface FanOut {
  /** Handle that sends inputs to the master and the followers. */
  handle: PlayHandle;
  /** Lifts the fingers and keys that are down on the followers, which get no further inputs. */
  letGo: () => void;
}

/** Wraps the master's handle. `group.current` is null before the group is open and after it. */
export function fanOut(
  handle: PlayHandle,
  group: { readonly current: GroupInputs | null },
  how: Readonly<FanOutState>,
  nowMs: () => number = () => performance.now(),
): FanOut {
  const fingers = new Map<number, { x: number; y: number }>();
  const keys = new Set<number>();
  let stayed = Number.NEGATIVE_INFINITY;

  /** The group's inputs while in sync; else null, after the keep-alive where that is due. */
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
