// A message is removed at once for the eye, and for the server a moment later: until then it can be taken back.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { faultWords } from '@/ui/faultWords';
import { useToasts } from '@/ui/Toasts';
import { type Message, useRemoveMessagesMutation } from './api';

/** How long the way back is there, as long as its toast. */
export const UNDO_MS = 8_000;

/** Which messages are on their way out, and how to send one there. Leaving the page removes what waits. */
export function useRemoval(): { going: ReadonlySet<number>; remove: (message: Message) => void } {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [send] = useRemoveMessagesMutation();
  const [going, setGoing] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Map<number, number>());

  const stays = useCallback((id: number) => {
    setGoing((before) => new Set([...before].filter((each) => each !== id)));
  }, []);
  const takeBack = useCallback(
    (id: number) => {
      window.clearTimeout(waiting.current.get(id));
      waiting.current.delete(id);
      stays(id);
    },
    [stays],
  );
  const finish = useCallback(
    async (id: number) => {
      waiting.current.delete(id);
      const { error } = await send([id]);
      if (!error) return;
      stays(id);
      toasts.failed(t('notices.notRemoved'), { text: faultWords(error as CallFault, t) });
    },
    [send, stays, toasts, t],
  );
  const remove = useCallback(
    ({ id, title }: Message) => {
      setGoing((before) => new Set(before).add(id));
      waiting.current.set(
        id,
        window.setTimeout(() => void finish(id), UNDO_MS),
      );
      toasts.done(t('notices.removed'), {
        key: `notice-${id}`,
        text: title,
        seconds: UNDO_MS / 1000,
        link: { label: t('notices.undo'), onClick: () => takeBack(id) },
      });
    },
    [finish, takeBack, toasts, t],
  );
  const last = useRef(finish);
  last.current = finish;
  useEffect(() => {
    const left = waiting.current;
    return () => {
      for (const [id, timer] of left) {
        window.clearTimeout(timer);
        void last.current(id);
      }
    };
  }, []);
  return { going, remove };
}
