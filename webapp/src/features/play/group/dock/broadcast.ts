// Inputs from the dock, sent to all phones of the group whether they are in sync or not.
import type { GroupHandle, PlayHandle } from '@/core/stream';
import { shareLines } from './lines';

export interface Broadcast {
  /** Receivers of the input: the master while it is controlled, then the followers, in their order. */
  receivers: readonly number[];
  /** Presses and releases an Android key. */
  press: (keycode: number) => void;
  /** Types the same text on each phone; returns how many got it. */
  write: (text: string) => number;
  /** Types one line of the text on each phone, in their order; returns how many got one. */
  writeLines: (text: string) => number;
}

interface BroadcastTargets {
  /** The master's own handle; null while the master takes no input. */
  alone: Pick<PlayHandle, 'key' | 'text'> | null;
  master: number;
  group: Pick<GroupHandle, 'key' | 'text' | 'textTo'> | null;
  /** Ids of the phones that follow now. */
  following: readonly number[];
}

export function broadcastBy({ alone, master, group, following }: BroadcastTargets): Broadcast {
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
