// Opens a play session into an element and follows it. Leaving the page, or another phone, closes it.
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { getAccessToken, refreshAccessToken } from '@/core/session';
import { locale } from '@/core/storage';
import { openPlay, type PlayEvent, type PlayHandle } from '@/core/stream';
import { afterEvent, opening, type PlayState } from './playState';

interface Asked {
  phoneId: number;
  mode: 'control' | 'view';
  /** Changes to open the same phone again. */
  attempt: number;
  /** Clipboard texts of the phone; everything else is in the state. */
  onClipboard: (text: string) => void;
}

interface Play {
  state: PlayState;
  /** Null before the session and after it. */
  handle: PlayHandle | null;
  /** The element that takes the picture's canvas. */
  host: RefObject<HTMLDivElement | null>;
}

type Action = { event: PlayEvent; nowMs: number } | 'open';

const reduce = (state: PlayState, action: Action): PlayState =>
  action === 'open' ? opening : afterEvent(state, action.event, action.nowMs);

export function usePlay({ phoneId, mode, attempt, onClipboard }: Asked): Play {
  const host = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<PlayHandle | null>(null);
  const [state, dispatch] = useReducer(reduce, opening);
  const clipboard = useRef(onClipboard);
  clipboard.current = onClipboard;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the wish to open again.
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    dispatch('open');
    // A canvas can be given to a worker only once: each session has its own.
    const canvas = document.createElement('canvas');
    place.append(canvas);
    const opened = openPlay(canvas, {
      phoneId,
      mode,
      lang: locale.get(),
      getAccessToken,
      refreshAccessToken,
      onEvent: (event) => {
        if (event.type === 'clipboard') clipboard.current(event.text);
        dispatch({ event, nowMs: Date.now() });
      },
    });
    setHandle(opened);
    return () => {
      setHandle(null);
      opened.close();
      canvas.remove();
    };
  }, [phoneId, mode, attempt]);

  return { state, handle, host };
}
