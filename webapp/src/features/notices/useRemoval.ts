// A message is removed at once for the eye, and for the server a moment later: until then it can be taken back. What waits is the same for
// the list and for the page of one message; leaving both removes it.
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { onSessionEnd } from '@/core/session';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { type Message, useRemoveMessagesMutation } from './api';

/** How long the way back is there, as long as its toast. */
export const UNDO_MS = 8_000;
/** Longer than the way from the one page to the other. */
const LEFT_MS = 1_000;

/** Removals that wait, by message: how to stop the clock of each, and how to send it. */
const waiting = new Map<number, { timer: number; finish: () => void }>();
let going: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();
let shown = 0;

function setGoing(next: ReadonlySet<number>): void {
  going = next;
  for (const listener of listeners) listener();
}
const stays = (id: number) => setGoing(new Set([...going].filter((each) => each !== id)));
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Removals that wait end with the session: the next member has other messages. */
onSessionEnd(() => {
  for (const { timer } of waiting.values()) window.clearTimeout(timer);
  waiting.clear();
  setGoing(new Set());
});

function finishWhenLeft(): void {
  if (shown > 0) return;
  for (const { timer, finish } of [...waiting.values()]) {
    window.clearTimeout(timer);
    finish();
  }
}

function takeBack(id: number): void {
  const found = waiting.get(id);
  if (!found) return;
  window.clearTimeout(found.timer);
  waiting.delete(id);
  stays(id);
}

/** Messages that are on their way out, and how to send one there. */
export function useRemoval(): { going: ReadonlySet<number>; remove: (message: Message) => void } {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [send] = useRemoveMessagesMutation();

  const remove = useCallback(
    ({ id, title }: Message) => {
      const finish = async () => {
        waiting.delete(id);
        const { error } = await send([id]);
        if (!error) return;
        stays(id);
        toasts.failed(t('notices.notRemoved'), { text: faultWords(error as CallFault, t) });
      };
      setGoing(new Set(going).add(id));
      waiting.set(id, { timer: window.setTimeout(() => void finish(), UNDO_MS), finish });
      toasts.done(t('notices.removed'), {
        key: `notice-${id}`,
        text: title,
        seconds: UNDO_MS / 1000,
        link: { label: t('notices.undo'), onClick: () => takeBack(id) },
      });
    },
    [send, toasts, t],
  );
  useEffect(() => {
    shown += 1;
    return () => {
      shown -= 1;
      window.setTimeout(finishWhenLeft, LEFT_MS);
    };
  }, []);
  return { going: useSyncExternalStore(subscribe, () => going), remove };
}
