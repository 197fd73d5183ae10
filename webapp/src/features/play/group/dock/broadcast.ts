// What is told to all at once, in sync or not: the words say so.
import type { GroupHandle, PlayHandle } from '@/core/stream';
import { shareLines } from './lines';

export interface Broadcast {
  /** Who gets it: the master while it is controlled, then those that follow, in their order. */
  receivers: readonly number[];
  /** Presses one of Android's keys. */
  press: (keycode: number) => void;
  /** Writes a text; returns to how many. */
  write: (text: string) => number;
  /** Writes a line each; returns to how many. */
  writeLines: (text: string) => number;
}

interface Ways {
  /** The master's own handle; null while nothing can be told to it. */
  alone: Pick<PlayHandle, 'key' | 'text'> | null;
  master: number;
  group: Pick<GroupHandle, 'key' | 'text' | 'textTo'> | null;
  /** Those that follow. */
  following: readonly number[];
}

export function broadcastBy({ alone, master, group, following }: Ways): Broadcast {
  const receivers = [...(alone ? [master] : []), ...following];
  return {
    receivers,
    press: (keycode) => {
      for (const action of [0, 1] as const) {
        alone?.key(action, keycode, 0, 0);
        group?.key(action, keycode, 0, 0);
      }
    },
    write: (text) => {
      alone?.text(text);
      group?.text(text);
      return receivers.length;
    },
    writeLines: (text) => {
      const { texts } = shareLines(text, receivers);
      for (const each of texts) {
        if (each.phoneId === master) alone?.text(each.text);
        else group?.textTo(each.phoneId, each.text);
      }
      return texts.length;
    },
  };
}
